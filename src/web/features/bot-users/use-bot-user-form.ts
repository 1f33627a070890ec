import { zodResolver } from '@hookform/resolvers/zod';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { useLocation } from 'react-router-dom';
import * as z from 'zod/mini';
import { detailsOf } from '#web/api/failure-text.ts';
import {
  BotUserDraft,
  BotUserValues,
  differingFields,
  saveProblem,
  wantedOf,
} from '#web/features/bot-users/bot-user-values.ts';
import { takeDraft, useKeptDraft } from '#web/session/drafts.ts';

export type SaveRequest = {
  wanted: BotUserValues;
  /** What each field had when this person last saw it unchanged. */
  seen: BotUserValues;
  /** The form is emptied for the next bot user. */
  another: boolean;
};

type BotUserFormOptions = {
  /** What the service has; fields that nobody has changed follow it. */
  values: BotUserValues;
  /** Resolves with what the fields start from now; `undefined`: nothing was saved, and all stays. */
  onSave: (request: SaveRequest) => Promise<BotUserValues | undefined>;
};

/** Checks at the button, then at each change; until the response comes, further presses do nothing. */
export function useBotUserForm({ values, onSave }: BotUserFormOptions) {
  const { control, handleSubmit, getValues, setValue, setError, setFocus, reset, formState } =
    useForm({
      resolver: zodResolver(BotUserValues),
      values,
      resetOptions: { keepDirtyValues: true },
    });
  const { errors, isSubmitting } = formState;
  const [details, setDetails] = useState<string>();
  const typed: BotUserValues = { ...values, ...useWatch({ control }) };
  const changed = differingFields(values, typed);

  const seen = useRef(values);
  useEffect(() => {
    seen.current = {
      name: changed.includes('name') ? seen.current.name : values.name,
      active: changed.includes('active') ? seen.current.active : values.active,
    };
  });

  const { pathname } = useLocation();
  useKeptDraft(pathname, changed.length > 0 ? typed : undefined);
  const putDraftBack = useEffectEvent(() => {
    const draft = z.safeParse(BotUserDraft, takeDraft(pathname));
    if (!draft.success) return;
    setValue('name', draft.data.name, { shouldDirty: true });
    setValue('active', draft.data.active, { shouldDirty: true });
  });
  useEffect(() => putDraftBack(), []);

  const save = (another: boolean) =>
    handleSubmit(async () => {
      const sent = getValues();
      try {
        const request = { wanted: wantedOf(sent, seen.current), seen: seen.current, another };
        const saved = await onSave(request);
        if (saved === undefined) return;
        seen.current = saved;
        const now = getValues();
        reset(saved, { keepDirtyValues: false, keepFieldsRef: true });
        // What was typed while the request was under way is the next change.
        for (const field of differingFields(sent, now))
          setValue(field, now[field], { shouldDirty: true });
        if (another) setFocus('name');
      } catch (error) {
        const { field, message } = saveProblem(error);
        setDetails(detailsOf(error));
        setError(field, { message }, { shouldFocus: true });
      }
    })();

  // A ref and not the state: the second press of a double click comes before the next render.
  const isSending = useRef(false);
  async function submit(another = false) {
    if (isSending.current) return;
    isSending.current = true;
    await save(another).finally(() => {
      isSending.current = false;
    });
  }

  const hasErrors = errors.name !== undefined || errors.root !== undefined;
  return { control, typed, changed, hasErrors, root: errors.root, details, isSubmitting, submit };
}

export type BotUserFormState = ReturnType<typeof useBotUserForm>;
