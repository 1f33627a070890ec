const PURPOSES = `
  ci-deployer nightly-backup grafana-scraper terraform-plan terraform-apply release-tagger
  docs-publisher log-shipper metrics-exporter uptime-probe invoice-export payroll-sync
  crm-importer webhook-relay image-builder cache-warmer dns-updater cert-renewer
  vault-rotator smoke-tests canary-promoter schema-migrator ledger-reconciler fraud-scorer`
  .trim()
  .split(/\s+/);
const PLACES = ['eu', 'us', 'ap', 'staging', 'prod', 'eu-west-1', 'us-east-2'];

/** Of one word, such as people give by hand: they have no prefix. */
const WORDS = ['jenkins', 'renovate', 'dependabot', 'backup', 'zapier', 'n8n', 'terraform'];

/** Cyrillic letters that look like Latin ones. */
const LOOK_ALIKES = { a: 'а', c: 'с', e: 'е', o: 'о', p: 'р' };

/** Of this many names one is made out of an earlier one. */
const COPIED_EACH = 200;

/**
 * Names as accounts have them: a prefix of several parts with the next number behind it, some of one word, and now and
 * then one that is an earlier one again or looks like it.
 *
 * @param {import('./many-rows-random.mjs').Random} random
 * @returns {() => string} the next one
 */
export function createNames(random) {
  const copies = [same, otherCase, otherBlanks, otherLetters];
  /** How many begin so. @type {Map<string, number>} */
  const counts = new Map();
  /** @type {string | undefined} */
  let earlier;

  function newName() {
    const prefix = newPrefix(random);
    const count = (counts.get(prefix) ?? 0) + 1;
    counts.set(prefix, count);
    return `${prefix}${count}`;
  }

  return () => {
    if (earlier !== undefined && random.below(COPIED_EACH) === 0)
      return random.oneOf(copies)(earlier);
    const name = newName();
    if (earlier === undefined || random.below(10) === 0) earlier = name;
    return name;
  };
}

/** @param {import('./many-rows-random.mjs').Random} random */
function newPrefix(random) {
  if (random.below(50) === 0) return random.oneOf(WORDS);
  const separator = random.below(20) === 0 ? random.oneOf('_./:') : '-';
  return [random.oneOf(PURPOSES), random.oneOf(PLACES), ''].join(separator);
}

const same = (/** @type {string} */ name) => name;
const otherCase = (/** @type {string} */ name) => name.toUpperCase();
const otherBlanks = (/** @type {string} */ name) => name.replace(/[-_./:]/, ' $& ');
const otherLetters = (/** @type {string} */ name) =>
  name.replace(/[aceop]/, (letter) => LOOK_ALIKES[/** @type {'a'} */ (letter)]);
