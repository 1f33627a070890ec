import { useSyncExternalStore } from 'react';
import { causeOfCode } from '#client/errors.ts';
import type { RequestLogEntry } from '#client/request-log.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import type { Protection } from '#contract/inventory.ts';
import { KEY_ACCESS_HEADER, READ_ONLY_ACCESS } from '#contract/wire.ts';
import { runtimeConfig } from '#web/api/config.ts';
import { createStore } from '#web/lib/store.ts';
import { session } from '#web/session/session.ts';

/** Also before the patterns are read, and where they cannot be: the service refuses in any case. */
const NOTHING: Protection = { protected_bot_users: [], protected_routes: [] };

/** What the key of this session may do, as far as that is known, and what nobody may change. */
export const access = createStore({ isReadOnly: false, protection: NOTHING });
export const forgetAccess = () => access.set({ ...access.get(), isReadOnly: false });
session.subscribe(() => void (session.state().kind === 'expired' && forgetAccess()));
session.onEnd(() => access.set({ isReadOnly: false, protection: NOTHING }));

/** What the operator has protected; who calls it is drawn again when that becomes known. */
export const useProtection = () =>
  useSyncExternalStore(access.subscribe, () => access.get().protection);

/** Id of the text in the bar that says why nothing can be changed. */
export const ACCESS_NOTE = 'write-access';

/** Learns what the key may do from the end of a request. A 403 alone is about what was asked, and not about the key. */
export function noticeAccess({ end }: RequestLogEntry) {
  const said = new Headers(end?.response?.headers).get(KEY_ACCESS_HEADER);
  const code = end?.failure?.kind === 'status' ? end.failure.code : undefined;
  if (said !== READ_ONLY_ACCESS && causeOfCode(code) !== 'no-right') return;
  if (!access.get().isReadOnly) access.set({ ...access.get(), isReadOnly: true });
}

type Write = Pick<Endpoint, 'method' | 'path'>;
type Params = Record<string, string>;

/** By path of an endpoint, whether the operator has protected the thing that a change is about. */
const checks = new Map<string, (params: Params) => boolean>();
export const PROTECTED = 'Protected by the operator.';

/** Called by the feature that knows the names. */
export const setWriteCheck = (path: string, isProtected: (params: Params) => boolean) =>
  void checks.set(path, isProtected);

/** Why nothing at all can be changed now, as a sentence. */
export const accessRefusal = () =>
  access.get().isReadOnly ? 'This key can only read.' : undefined;

export const deletionRefusal = () =>
  runtimeConfig().write_rules?.no_delete ? 'Deleting is turned off here.' : undefined;

/** Why this change must not be sent, as a sentence; `undefined`: it may. */
export const writeRefusal = ({ method, path }: Write, params: Params = {}) =>
  accessRefusal() ??
  (method === 'DELETE' ? deletionRefusal() : undefined) ??
  (checks.get(path)?.(params) ? PROTECTED : undefined);

/** The same, drawn again when it changes. */
export const useWriteRefusal = (write: Write, params?: Params) =>
  useSyncExternalStore(access.subscribe, () => writeRefusal(write, params));

export const useAccessRefusal = () => useSyncExternalStore(access.subscribe, accessRefusal);
