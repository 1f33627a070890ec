/** What is known of one IP policy: by the operator, by this device, or by the routes that use it. */
export interface KnownPolicy {
  id: string;
  /** What people call it; empty where it has no name. */
  name: string;
  /** What it is for; may be empty. */
  note: string;
  /** Known routes whose module held it at the last check. */
  usedBy: number;
}

/** Names of policies and where they are used: the API tells nothing but their ids. */
export interface PolicyBook {
  /** By name, then by id; those without a name last. */
  policies: readonly KnownPolicy[];
  /** Empty where it has none. */
  nameOf: (id: string) => string;
  /** The ids that a whole id or a whole name in any case stands for: mostly one, several where names are alike. */
  find: (text: string) => readonly string[];
}

const NONE: PolicyBook = { policies: [], nameOf: () => '', find: (text) => [text] };

/** Draws again when a name or a use changes. */
export const usePolicyBook = (): PolicyBook => NONE;
/** Outside of components. */
export const policyBook = (): PolicyBook => NONE;
