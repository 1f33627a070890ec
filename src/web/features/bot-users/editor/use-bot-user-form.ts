import { zodResolver } from '@hookform/resolvers/zod';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { useLocation } from 'react-router-dom';
import * as z from 'zod/mini';
import { failureOf, hasStatus, isOutcomeUnknown, isUnsent, refusalCause } from '#client/errors.ts';
import { BotUserName, type BotUserUpdate } from '#contract/bot-user.ts';
import {
  because,
  changeReasonOf,
  detailsOf,
  fieldErrors,
  reasonOf,
} from '#web/api/failure-text.ts';
import { takeDraft, useKeptDraft } from '#web/session/drafts.ts';
import type { Problem } from '#web/ui/form/error-summary.tsx';
import { fieldId } from '#web/ui/form/form-fields.tsx';

/** `active` is always sent: the API text does not say what leaving it out means. */
const BotUserValues = z.object({ name: BotUserName, active: z.boolean() });
export type BotUserValues = z.infer<typeof BotUserValues>;

const resolver = zodResolver(BotUserValues);

const FIELDS = ['name', 'active'] as const;
type Field = (typeof FIELDS)[number];

/** What is in the fields, valid or not. */
const Draft = z.object({ name: z.string(), active: z.boolean() });

export const EMPTY: BotUserValues = { name: '', active: true };

type BotUserFormOptions = {
  /** What the service has; a field that was not touched follows it. */
  values: BotUserValues;
  /**
   * Resolves with whether it was saved; rejects when the service refuses.
   *
   * @param another the form is emptied for the next one
   */
  onSubmit: (values: BotUserValues, another: boolean) => Promise<boolean>;
};

type Refused = { attempt: number; canRetry: boolean; details?: string | undefined };

/** Nothing is sent before the button; until the response, further presses do nothing. */
export function useBotUserForm({ values, onSubmit }: BotUserFormOptions) {
  const { control, handleSubmit, getValues, setValue, setError, setFocus, reset, formState } =
    useForm({
      resolver: resolver,
      values,
      resetOptions: { keepDirtyValues: true },
      // Checked at the button; a field that had an error is checked again at each change.
      mode: 'onSubmit',
      reValidateMode: 'onChange',
      shouldFocusError: false,
    });
  const typed = { ...values, ...useWatch({ control }) };
  const changed = movedFields(values, typed).length;
  useDraft(typed, changed > 0, (draft) => {
    for (const name of FIELDS) setValue(name, draft[name], { shouldDirty: true });
  });
  const sending = useRef(false);
  const [refused, setRefused] = useState<Refused>({ attempt: 0, canRetry: false });
  const refuse = (canRetry: boolean, details?: string) =>
    setRefused(({ attempt }) => ({ attempt: attempt + 1, canRetry, details }));
  const { errors, isSubmitting } = formState;

  const problems: Problem[] = [
    ...(errors.name?.message ? [{ text: errors.name.message, field: fieldId('name') }] : []),
    ...(errors.root?.message ? [{ text: errors.root.message, details: refused.details }] : []),
  ];

  const send = (another: boolean) =>
    handleSubmit(
      async (given) => {
        try {
          const sent = getValues();
          if (!(await onSubmit(asWanted(sent, values), another))) return;
          // What was typed while the request was under way is kept.
          const keepValues = movedFields(sent, getValues()).length > 0;
          reset(another ? EMPTY : given, {
            keepValues,
            keepDirtyValues: false,
            keepFieldsRef: true,
          });
          if (another) setFocus('name');
        } catch (error) {
          for (const [name, message] of saveProblems(error)) setError(name, { message });
          const canRetry = isOutcomeUnknown(error) || hasStatus(error, 413, 429) || isUnsent(error);
          refuse(canRetry, detailsOf(error));
        }
      },
      () => refuse(false),
    )();

  async function submit(another = false) {
    // A ref and not the state: the second press of a double click comes before the next render.
    if (sending.current) return;
    sending.current = true;
    await send(another).finally(() => {
      sending.current = false;
    });
  }

  /** `refused`: how many submits were, and whether the same again may do. */
  return { control, typed, changed, problems, refused, isSubmitting, submit };
}

/** Keeps what was typed past a sign-out by a limit, for the same key. */
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
    return [['root', 'This key may not change bot users.']];
  if (isOutcomeUnknown(error))
    return [
      [
        'root',
        `We do not know if this was saved. ${reasonOf(error, 'unsure')} Save again to be sure.`,
      ],
    ];
  return [['root', because('Not saved', changeReasonOf(error, 'Save again.'))]];
}

/** A conflict without a code is taken for it: there is no other between bot users. */
function isNameTaken(error: unknown): boolean {
  const failure = failureOf(error);
  if (failure?.kind !== 'status' || failure.status !== 409) return false;
  return failure.code === undefined || /^NAME_TAKEN$|_4112$/.test(failure.code);
}

/** What to save: the name without outer white space, unless it came with it and was not changed. */
export const asWanted = (typed: BotUserValues, loaded: BotUserValues): BotUserValues => ({
  ...typed,
  name: typed.name === loaded.name ? loaded.name : typed.name.trim(),
});

export const changesTowards = (wanted: BotUserValues, bot: BotUserValues): BotUserUpdate => ({
  ...(wanted.name !== bot.name && { name: wanted.name }),
  ...(wanted.active !== bot.active && { active: wanted.active }),
});

export const movedFields = (before: BotUserValues, after: BotUserValues): Field[] =>
  FIELDS.filter((field) => before[field] !== after[field]);

export type BotUserForm = ReturnType<typeof useBotUserForm>;
