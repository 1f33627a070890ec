import { zodResolver } from '@hookform/resolvers/zod';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { useLocation } from 'react-router-dom';
import * as z from 'zod/mini';
import { hasStatus, isOutcomeUnknown, isUnsent } from '#client/errors.ts';
import { BotUserName } from '#contract/bot-user.ts';
import { takeDraft, useKeptDraft } from '#web/session/drafts.ts';
import { asWanted } from '#web/features/bot-users/editor/moved-fields.ts';
import { saveProblems } from '#web/features/bot-users/editor/save-problems.ts';
import type { Problem } from '#web/ui/form/error-summary.tsx';
import { fieldId } from '#web/ui/form/text-field.tsx';

/** `active` is always sent: the API text does not say what leaving it out means. */
const BotUserValues = z.object({ name: BotUserName, active: z.boolean() });
export type BotUserValues = z.infer<typeof BotUserValues>;

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
  const changed = (['name', 'active'] as const).filter(
    (name) => typed[name] !== values[name],
  ).length;
  useDraft(typed, changed > 0, (draft) => {
    for (const name of ['name', 'active'] as const)
      setValue(name, draft[name], { shouldDirty: true });
  });
  const sending = useRef(false);
  const [attempt, setAttempt] = useState(0);
  const [canRetry, setCanRetry] = useState(false);
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
          setCanRetry(isOutcomeUnknown(error) || hasStatus(error, 413, 429) || isUnsent(error));
          setAttempt((n) => n + 1);
        }
      },
      () => {
        setCanRetry(false);
        setAttempt((n) => n + 1);
      },
    )();

  return {
    control,
    typed,
    changed,
    problems,
    /** Grows with every refused submit. */
    attempt,
    /** The same again may do: nothing that was typed is wrong. */
    canRetry,
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

export type BotUserForm = ReturnType<typeof useBotUserForm>;
