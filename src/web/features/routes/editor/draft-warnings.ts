import { count } from '#web/lib/format.ts';
import { toSafeLine } from '#web/ui/table/labels.ts';
import { changesOf, wantedIds, type Draft } from '#web/features/routes/editor/module-draft.ts';

export interface Warning {
  title: string;
  text: string;
}

/** What a person should know before this draft is applied; an empty list stands for no known risk, not for safety. */
export function warningsOf(draft: Draft): Warning[] {
  const { enforcement, removed } = changesOf(draft);
  const turnsOn = draft.enabled && enforcement !== undefined;
  const turnsOff = !draft.enabled && enforcement === 'on';
  return [
    ...(turnsOn ? [TURNS_ON] : []),
    ...(turnsOff ? [TURNS_OFF] : []),
    ...(draft.enabled && removed.length > 0 ? [lockOut(removed)] : []),
    ...(isEnforcedEmpty(draft) ? [ENFORCED_EMPTY] : []),
  ];
}

/** Needs a word of its own: nobody knows whether it blocks everyone or no one. */
export const isEnforcedEmpty = (draft: Draft) => draft.enabled && wantedIds(draft).length === 0;

const TURNS_ON: Warning = {
  title: 'Enforcement turns on.',
  text: 'Addresses that no policy allows may lose access.',
};
const TURNS_OFF: Warning = {
  title: 'Enforcement turns off.',
  text: 'The policies stay but are not applied to traffic.',
};
const ENFORCED_EMPTY: Warning = {
  title: 'Enforced with no policy.',
  text: 'The service does not say what this does. It may block everyone or no one.',
};

function lockOut([first = '', ...others]: string[]): Warning {
  const who =
    others.length === 0
      ? `${toSafeLine(first)} is`
      : `${toSafeLine(first)} and ${count(others.length, 'other policy', 'other policies')} are`;
  return {
    title: 'You could lock people out.',
    text: `${who} removed while enforcement is on. This app cannot see the addresses inside a policy, so it cannot tell whether yours is still let in.`,
  };
}
