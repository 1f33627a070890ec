import { useSyncExternalStore } from 'react';
import * as z from 'zod/mini';
import { hasStatus } from '#client/errors.ts';
import { inventoryEndpoints, type SharedPolicy } from '#contract/inventory.ts';
import { callOrigin } from '#web/api/call.ts';
import { runtimeConfig } from '#web/api/config.ts';
import { createDeviceValue } from '#web/lib/device-storage.ts';
import { createStore } from '#web/lib/emitter.ts';
import { session } from '#web/session/session.ts';

/** What somebody calls a policy; of every other field nothing is kept. */
const NamedPolicy = z.object({
  id: z.string().check(z.minLength(1)),
  name: z.catch(z.string(), ''),
  note: z.catch(z.string(), ''),
});
export type NamedPolicy = SharedPolicy;

function readPolicies(content: unknown): readonly NamedPolicy[] {
  const rows: unknown[] = Array.isArray(content) ? content : [];
  return rows.flatMap((row) => z.safeParse(NamedPolicy, row).data ?? []);
}

const createOwn = () =>
  createDeviceValue({
    key: `gatehouse.policies.${runtimeConfig().service_host}`,
    read: readPolicies,
  });
let own: ReturnType<typeof createOwn> | undefined;

/** The names of this device, for one service; made at its first use: the configuration is there by then. */
export const ownPolicies = () => (own ??= createOwn());

const NONE: readonly NamedPolicy[] = [];
const shared = createStore(NONE);

/** The operator's names, in memory only: they were read with a key. */
export const sharedPolicies = () => shared.get();

let asked: Promise<void> | undefined;

session.onEnd(() => {
  asked = undefined;
  shared.set(NONE);
});

/** Once a session. A server that has no such read yet has no names; after any other failure the next page asks again. */
function readShared() {
  const { inventory_base } = runtimeConfig();
  if (inventory_base === null || asked !== undefined) return;
  const endpoint = inventoryEndpoints.policies;
  const reading = callOrigin({ ...endpoint, path: inventory_base + endpoint.path }, {})
    .then(({ ip_policies }) => shared.set(ip_policies))
    .catch((error: unknown) => {
      if (asked === reading && !hasStatus(error, 404)) asked = undefined;
    });
  asked = reading;
}

/** Whoever shows names has them read. */
export function subscribeNames(listener: () => void) {
  readShared();
  const ends = [ownPolicies().subscribe(listener), shared.subscribe(listener)];
  return () => ends.forEach((end) => end());
}

let inputs: ReadonlyArray<readonly NamedPolicy[]> = [];
let joined: ReadonlyMap<string, NamedPolicy> = new Map();

/** By id; the name of this device stands above the operator's. The same map until one of both changes. */
export function policyNames(): ReadonlyMap<string, NamedPolicy> {
  const next = [shared.get(), ownPolicies().get()];
  if (next.some((policies, index) => policies !== inputs[index])) {
    inputs = next;
    const names = new Map<string, NamedPolicy>();
    for (const { id, name, note } of next.flat()) {
      const before = names.get(id);
      names.set(id, { id, name: name || before?.name || '', note: note || before?.note || '' });
    }
    joined = names;
  }
  return joined;
}

export const policyName = (id: string) => policyNames().get(id)?.name ?? '';

/** For one id: draws again only when its own name changes. */
export const usePolicyName = (id: string) =>
  useSyncExternalStore(subscribeNames, () => policyName(id));
