import { zodResolver } from '@hookform/resolvers/zod';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { useLocation } from 'react-router-dom';
import * as z from 'zod/mini';
import { BOT_USER_FIELDS, botUserDifferences, type BotUserState } from '#bulk/bot-user-state.ts';
import { failureOf, refusalCause } from '#client/errors.ts';
import { BotUserName } from '#contract/bot-user.ts';
import { because, changeReasonOf, fieldError, reasonOf } from '#web/api/failure-text.ts';
import { UnsureError } from '#web/features/bot-users/mutations.ts';
import { takeDraft, useKeptDraft } from '#web/session/drafts.ts';
import { session } from '#web/session/session.ts';

/** The fields of the form. `active` is always sent: the API text does not say what leaving it out means. */
const BotUserValues = z.object({
  name: BotUserName.check(
    z.refine((name) => !session.containsKey(name), 'This is your API key, not a name'),
  ),
  active: z.boolean(),
});

/** The name without outer white space, unless the service has it with that and nobody has changed it. */
export const wantedOf = (typed: BotUserState, { name }: BotUserState): BotUserState => ({
  ...typed,
  name: typed.name === name ? name : typed.name.trim(),
});

export type SaveRequest = {
  wanted: BotUserState;
  /** What each field had when this person last saw it unchanged. */
  seen: BotUserState;
  /** The form is emptied for the next bot user. */
  another: boolean;
  /** Whether something was typed since it was sent. */
  hasMore: () => boolean;
};

/** Resolves with what the fields start from now; `undefined`: nothing was saved, and all stays. */
export type Save = (request: SaveRequest) => Promise<BotUserState | undefined>;

/**
 * Checks at the button, then at each change; until the response comes, further presses do nothing.
 *
 * @param values what the service has; fields that nobody has changed follow it
 */
export function useBotUserForm(values: BotUserState, onSave: Save) {
  const { control, handleSubmit, getValues, setValue, setError, setFocus, reset, formState } =
    useForm({
      resolver: zodResolver(BotUserValues),
      values,
      resetOptions: { keepDirtyValues: true },
    });
  /** Why the last save has failed. */
  const [failure, setFailure] = useState<unknown>();
  const typed: BotUserState = { ...values, ...useWatch({ control }) };
  const changed = botUserDifferences(values, typed);

  const seen = useRef(values);
  useEffect(() => {
    const edited = changed.map((field) => [field, seen.current[field]] as const);
    seen.current = { ...values, ...Object.fromEntries(edited) };
  });

  const { pathname } = useLocation();
  const kept = { typed, seen, changed };
  useKeptDraft(pathname, changed.length > 0 ? kept : undefined);
  const putDraftBack = useEffectEvent(() => {
    const draft = takeDraft(pathname) as typeof kept | undefined; // Kept by this form.
    if (draft === undefined) return;
    for (const field of draft.changed) {
      seen.current = { ...seen.current, [field]: draft.seen.current[field] };
      setValue(field, draft.typed[field], { shouldDirty: true });
    }
  });
  useEffect(() => putDraftBack(), []);

  async function save(another: boolean) {
    const sent = getValues();
    try {
      const wanted = wantedOf(sent, seen.current);
      const saved = await onSave({
        wanted,
        seen: seen.current,
        another,
        hasMore: () => botUserDifferences(sent, getValues()).length > 0,
      });
      if (saved === undefined) return;
      seen.current = saved;
      const now = getValues();
      reset(saved, { keepDirtyValues: false, keepFieldsRef: true });
      // What was typed while the request was under way is the next change.
      for (const field of botUserDifferences(sent, now))
        setValue(field, now[field], { shouldDirty: true });
      if (another) setFocus('name');
    } catch (error) {
      const { field, message } = saveProblem(error);
      setFailure(error);
      setError(field, { message }, { shouldFocus: true });
    }
  }

  // A ref and not the state: a second press may come before the next render.
  const isSending = useRef(false);
  async function submit(another: boolean) {
    if (isSending.current) return;
    isSending.current = true;
    await handleSubmit(() => save(another))().finally(() => (isSending.current = false));
  }

  const { errors, isSubmitting } = formState;
  return { control, typed, changed, errors, failure, isSubmitting, submit };
}

/** Why a bot user was not saved, and where the form says so: at the field that is refused, else above the buttons. */
export function saveProblem(error: unknown): {
  field: keyof BotUserState | 'root';
  message: string;
} {
  const failure = failureOf(error);
  const cause = refusalCause(failure);
  // A conflict without a code is about the name: there is no other between bot users.
  const isConflict =
    failure?.kind === 'status' && failure.status === 409 && failure.code === undefined;
  if (isConflict || cause === 'name-taken')
    return { field: 'name', message: 'Name is already used by another bot user' };
  if (cause === 'name-too-long')
    return { field: 'name', message: 'Name is too long for the service' };
  for (const field of BOT_USER_FIELDS) {
    const message = fieldError(error, field);
    if (message !== undefined) return { field, message };
  }
  const root = (message: string) => ({ field: 'root' as const, message });
  if (cause === 'no-right') return root('This key may not change bot users.');
  if (error instanceof UnsureError)
    return root(
      `We do not know if this was saved. ${reasonOf(error, 'unsure')} Save again to be sure.`,
    );
  return root(because('Not saved', changeReasonOf(error, 'Save again.')));
}

/** Whether the same may be saved later, without a change: nothing in it was refused. */
export function mayPassLater(error: unknown): boolean {
  const failure = failureOf(error);
  if (failure?.kind !== 'status') return failure !== undefined && failure.kind !== 'blocked';
  return failure.status >= 500 || [401, 413, 429].includes(failure.status);
}
