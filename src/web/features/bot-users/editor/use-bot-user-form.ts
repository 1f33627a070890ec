import { zodResolver } from '@hookform/resolvers/zod';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { useLocation } from 'react-router-dom';
import * as z from 'zod/mini';
import { failureOf, hasStatus, isOutcomeUnknown, isUnsent, refusalCause } from '#client/errors.ts';
import { BotUserName, type BotUser, type BotUserUpdate } from '#contract/bot-user.ts';
import { changeReasonOf, fieldErrors, reasonOf } from '#web/api/failure-text.ts';
import { takeDraft, useKeptDraft } from '#web/session/drafts.ts';
import type { Problem } from '#web/ui/form/error-summary.tsx';
import { fieldId } from '#web/ui/form/form-fields.tsx';

/** `active` is always sent: the API text does not say what leaving it out means. */
const BotUserValues = z.object({ name: BotUserName, active: z.boolean() });
export type BotUserValues = z.infer<typeof BotUserValues>;

const FIELDS = ['name', 'active'] as const;
export type Field = (typeof FIELDS)[number];

/** As it stands in the fields, not judged yet. */
const Draft = z.object({ name: z.string(), active: z.boolean() });

export const EMPTY: BotUserValues = { name: '', active: true };

type BotUserFormOptions = {
  /** What the service has; a field that was not touched follows it. */
  values: BotUserValues;
  /**
   * Resolves with whether it was saved; rejects when the service refuses. What was typed is kept unless it was
   * saved.
   *
   * @param another the form is to be emptied for the next one
   */
  onSubmit: (values: BotUserValues, another: boolean) => Promise<boolean>;
};

/** One save pattern: nothing is sent before the button, and the first press wins until it is answered. */
export function useBotUserForm({ values, onSubmit }: BotUserFormOptions) {
  const { control, handleSubmit, getValues, setValue, setError, setFocus, reset, formState } =
    useForm({
      resolver: zodResolver(BotUserValues),
      values,
      resetOptions: { keepDirtyValues: true },
      // Checked at the button; a field that had an error is checked again at each change.
      mode: 'onSubmit',
      reValidateMode: 'onChange',
      shouldFocusError: false,
    });
  const typed = { ...values, ...useWatch({ control }) };
  const changed = FIELDS.filter((name) => typed[name] !== values[name]).length;
  useDraft(typed, changed > 0, (draft) => {
    for (const name of FIELDS) setValue(name, draft[name], { shouldDirty: true });
  });
  const sending = useRef(false);
  const [refused, setRefused] = useState({ attempt: 0, canRetry: false });
  const refuse = (canRetry: boolean) =>
    setRefused(({ attempt }) => ({ attempt: attempt + 1, canRetry }));
  const { errors, isSubmitting } = formState;

  const problems: Problem[] = [
    ...(errors.name?.message ? [{ text: errors.name.message, field: fieldId('name') }] : []),
    ...(errors.root?.message ? [{ text: errors.root.message }] : []),
  ];

  const send = (another: boolean) =>
    handleSubmit(
      async (given) => {
        try {
          const sent = getValues();
          if (!(await onSubmit(asWanted(sent, values), another))) return;
          const now = getValues();
          // What was typed while the answer was awaited belongs to the next one.
          const keepValues = now.name !== sent.name || now.active !== sent.active;
          reset(another ? EMPTY : given, {
            keepValues,
            keepDirtyValues: false,
            keepFieldsRef: true,
          });
          if (another) setFocus('name');
        } catch (error) {
          for (const [name, message] of saveProblems(error)) setError(name, { message });
          refuse(isOutcomeUnknown(error) || hasStatus(error, 413, 429) || isUnsent(error));
        }
      },
      () => refuse(false),
    )();

  return {
    control,
    typed,
    changed,
    problems,
    /** How many submits were refused, and whether the same again may do: nothing that was typed is wrong. */
    refused,
    isSubmitting,
    async submit(another = false) {
      // A ref and not the state: the second press of a double click comes before the next render.
      if (sending.current) return;
      sending.current = true;
      await send(another).finally(() => {
        sending.current = false;
      });
    },
  };
}

/** Past a sign-out for lack of use, what was typed is kept in memory and put back for the same key. */
function useDraft(typed: BotUserValues, dirty: boolean, putBack: (draft: BotUserValues) => void) {
  const { pathname } = useLocation();
  useKeptDraft(pathname, dirty ? typed : undefined);
  const take = useEffectEvent(() => {
    const draft = z.safeParse(Draft, takeDraft(pathname));
    if (draft.success) putBack(draft.data);
  });
  useEffect(() => take(), []);
}

/** Why a bot user was not saved, in the words of the form: at the field that is refused, else above the form. */
export function saveProblems(error: unknown): Array<['name' | 'root', string]> {
  if (isNameTaken(error)) return [['name', 'Name is already used by another bot user']];
  const fields = fieldErrors(error, ['name']);
  if (fields.length > 0) return fields;
  if (refusalCause(failureOf(error)) === 'no-right')
    return [['root', `This key may not change bot users. ${reasonOf(error)}`]];
  if (isOutcomeUnknown(error))
    return [
      [
        'root',
        `We cannot tell whether it was saved. ${reasonOf(error, 'unsure')} Save again to be sure.`,
      ],
    ];
  return [['root', `Not saved. ${changeReasonOf(error, 'save once more')}`]];
}

/** A conflict without a code is taken for it: there is no other between bot users. */
function isNameTaken(error: unknown): boolean {
  const failure = failureOf(error);
  if (failure?.kind !== 'status' || failure.status !== 409) return false;
  return failure.code === undefined || /^NAME_TAKEN$|_4112$/.test(failure.code);
}

/**
 * What is in a form, without outer white space. A name that came with some, from a service that keeps it, is no other
 * name until somebody changes it.
 */
export const asWanted = (
  typed: Pick<BotUser, Field>,
  loaded: Pick<BotUser, Field>,
): Pick<BotUser, Field> => ({
  ...typed,
  name: typed.name === loaded.name ? loaded.name : typed.name.trim(),
});

/** What to send so that a bot user becomes as wanted: the fields that differ, and no others. */
export const changesTowards = (
  wanted: Pick<BotUser, Field>,
  bot: BotUser,
): Pick<BotUserUpdate, Field> => ({
  ...(wanted.name !== bot.name && { name: wanted.name }),
  ...(wanted.active !== bot.active && { active: wanted.active }),
});

/** Fields that differ between two readings of one bot user. */
export const movedFields = (before: BotUser, after: BotUser): Field[] =>
  FIELDS.filter((field) => before[field] !== after[field]);

export type BotUserForm = ReturnType<typeof useBotUserForm>;
