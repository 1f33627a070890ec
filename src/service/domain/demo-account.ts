import type { BotUserRecord } from '#service/domain/bot-users.ts';
import type { IdPrefix, NewId } from '#service/domain/ids.ts';
import { toTimestamp } from '#service/domain/text.ts';

const PURPOSES = `
  ci-deployer nightly-backup grafana-scraper terraform-plan terraform-apply release-tagger
  docs-publisher log-shipper metrics-exporter uptime-probe invoice-export payroll-sync
  crm-importer webhook-relay image-builder cache-warmer dns-updater cert-renewer
  vault-rotator smoke-tests load-tests canary-promoter rollback-guard schema-migrator
  data-warehouse-sync ledger-reconciler fraud-scorer search-indexer sitemap-generator mail-digest
  support-triage chat-notifier incident-pager on-call-sync license-audit dependency-updater
  security-scanner secrets-scanner sbom-uploader container-pruner cost-reporter quota-watcher
  feature-flag-sync translation-pull geoip-refresh partner-feed edge-purger mirror-sync
  backup-verifier restore-drill`
  .trim()
  .split(/\s+/);
const PLACES = ['eu-1', 'us-1', 'staging', 'eu-2', 'ap-1'];

/** The routes of each edge: label, and whether a module is on and which policies it has. */
const EDGES: [label: string, enabled?: boolean, policies?: number[]][][] = [
  [['eu-checkout', true, [0, 2, 5]], ['eu-admin', true, [0, 1]], ['eu-status-page']],
  [['us-checkout', false, [0, 3, 5]], ['us-partner-api', true, [4]], ['us-status-page']],
];

const POLICIES = [
  'Head office and branches',
  'VPN exit addresses',
  'Payment provider, Europe',
  'Payment provider, United States',
  'Partner networks',
  'Known abusive networks, denied',
  'Uptime checks',
  'Build machines',
];

export const DEMO_BOT_USERS = 250;

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const AGE_OF_OLDEST_MS = 425 * DAY_MS;

/**
 * An account to look around in: bot users made over the last 14 months, a fifth of them inactive, and routes
 * whose IP restriction is on, off or absent. The same every time but for ids and times.
 */
export function demoAccount(now: Date, newId: NewId, botUsers = DEMO_BOT_USERS) {
  // Ids only ever grow, so everything is made from old to new.
  let oldMs = now.getTime() - AGE_OF_OLDEST_MS - 2 * DAY_MS;
  const newOldId = (prefix: IdPrefix) => newId(prefix, new Date((oldMs += HOUR_MS)));
  const ipPolicies = POLICIES.map((description) => ({ id: newOldId('ipp'), description }));
  const edges = EDGES.map((routes) => ({ id: newOldId('edghts'), routes }));
  const routes = edges.flatMap((edge) =>
    edge.routes.map(([label, enabled, policies]) => ({
      route: { id: newOldId('edghtsrt'), label, edge_id: edge.id },
      enabled,
      ip_policy_ids: ipPolicies.map(({ id }) => id).filter((_, index) => policies?.includes(index)),
    })),
  );

  return {
    botUsers: demoBotUsers(now, newId, botUsers),
    routes: routes.map(({ route }) => route),
    ipPolicies,
    ipRestrictions: routes.flatMap(({ route, enabled, ip_policy_ids }) =>
      enabled === undefined ? [] : [{ route_id: route.id, enabled, ip_policy_ids }],
    ),
  };
}

/** Demonstration data; an account remembers which of its data that is. */
export type DemoContent = ReturnType<typeof demoAccount>;

/** Generated while they are read, as they may not fit into memory; the greatest id comes last. */
function* demoBotUsers(now: Date, newId: NewId, count: number): Iterable<BotUserRecord> {
  for (let index = 0; index < count; index += 1) {
    // Always less than the time between two bot users, so that the order holds.
    const jitter = ((index * 7919) % 1000) / 2000;
    const at = new Date(now.getTime() - AGE_OF_OLDEST_MS * (1 - (index + jitter) / count));
    const active = (index * 7919) % 100 >= 20;
    yield { id: newId('bot', at), name: demoName(index), active, created_at: toTimestamp(at) };
  }
}

const NAMES = PLACES.flatMap((place) => PURPOSES.map((purpose) => `${purpose}-${place}`));

/** Every purpose at every place, in an order that mixes them: 37 and the count have no common divisor. */
function demoName(index: number): string {
  const round = Math.floor(index / NAMES.length) + 1;
  return `${NAMES[(index * 37) % NAMES.length]}${round === 1 ? '' : `-${round}`}`;
}
