import { Button, Combobox, Stack, TextInput } from '@mantine/core';
import { useEffect, useId, useMemo, useState, type ClipboardEvent } from 'react';
import { flushSync } from 'react-dom';
import { useKnownPolicies, type KnownPolicy } from '#web/features/routes/policies.ts';
import {
  addedText,
  takeInput,
  unknownQuestion,
  type PolicyInput,
} from '#web/features/routes/policy-lines.ts';
import { foldCase } from '#web/lib/fold-case.ts';
import { shorten } from '#web/lib/format.ts';
import { announce } from '#web/ui/announcer.tsx';
import { focusFirst } from '#web/ui/focus.ts';
import { Notice } from '#web/ui/notice.tsx';
import { isInComposition } from '#web/ui/press.ts';
import { UntrustedText } from '#web/ui/untrusted-text.tsx';
import { useActiveOption } from '#web/ui/use-active-option.ts';
import styles from './restriction.module.css';

type PolicyFieldProps = {
  id: string;
  /** Policies that are chosen already. */
  chosen: readonly string[];
  onChosen: (ids: readonly string[]) => void;
  input: PolicyInput;
  onInput: (input: PolicyInput) => void;
};

const OPTIONS_MAX = 100;

/**
 * Finds policies by their names and ids. Enter adds the first one, or what was typed; a pasted list is added as a whole.
 * An id that nobody knows is added after one question. It never submits the form around it.
 */
export function PolicyField({ id, chosen, onChosen, input, onInput }: PolicyFieldProps) {
  const policies = useKnownPolicies();
  const { combobox, activeId } = useActiveOption({
    onDropdownClose: () => combobox.resetSelectedOption(),
  });
  const questionId = useId();
  /** What was added, until the list is another one. */
  const [said, setSaid] = useState({ text: '', total: 0 });
  const { text, unknown, error } = input;
  const isTyped = text.trim() !== '';
  const options = useMemo(() => {
    const taken = new Set(chosen);
    return matching(policies.policies, text).filter((policy) => !taken.has(policy.id));
  }, [policies.policies, chosen, text]);

  useEffect(() => {
    // Whatever stands first is chosen by Enter.
    if (isTyped) combobox.selectFirstOption();
    else combobox.resetSelectedOption();
    // oxlint-disable-next-line react/exhaustive-deps
  }, [text, options, combobox.dropdownOpened]);

  function add(ids: readonly string[], left: PolicyInput) {
    const had = new Set(chosen);
    const fresh = [...new Set(ids)].filter((policy) => !had.has(policy));
    if (fresh.length > 0) onChosen([...chosen, ...fresh]);
    onInput(left);
    const total = chosen.length + fresh.length;
    setSaid({ text: addedText(fresh.length, ids.length - fresh.length), total });
    combobox.closeDropdown();
  }

  function takeText(source: string) {
    const { ids, input: left } = takeInput({ ...input, text: source }, policies);
    add(ids, left);
  }

  /** A list is taken at once; a single word stays, to be looked for. */
  function paste(event: ClipboardEvent<HTMLInputElement>) {
    const pasted = event.clipboardData.getData('text');
    if (!/\S[\s,;]+\S/.test(pasted)) return;
    event.preventDefault();
    takeText([text.trim(), pasted].filter(Boolean).join('\n'));
  }

  function answer(wanted: readonly string[]) {
    // The button goes with the question.
    flushSync(() => add(wanted, { ...input, unknown: [] }));
    focusFirst([document.getElementById(id)]);
  }

  return (
    <Stack gap="xs">
      <Combobox
        store={combobox}
        middlewares={{ size: true }}
        onOptionSubmit={(value) => add([value], { ...input, text: '', error: '' })}
      >
        <Combobox.Target
          withExpandedAttribute
          aria-expanded={combobox.dropdownOpened && options.length > 0}
          aria-activedescendant={activeId}
        >
          <TextInput
            id={id}
            label="Add IP policies"
            description="Type to search names and ids, or paste a list. Enter adds."
            placeholder="Name or id"
            autoCapitalize="off"
            spellCheck={false}
            error={error && <UntrustedText text={error} />}
            aria-details={unknown.length > 0 ? questionId : undefined}
            value={text}
            onChange={({ currentTarget: { value } }) => {
              onInput({ ...input, text: value, error: '' });
              setSaid({ text: '', total: 0 });
              combobox.openDropdown();
            }}
            onClick={() => combobox.openDropdown()}
            // "Review changes" leads here as long as it is open.
            onFocus={() => unknown.length > 0 && announce('Answer the question below first.')}
            onBlur={() => combobox.closeDropdown()}
            onPaste={paste}
            onKeyDown={(event) => {
              if (event.key !== 'Enter' || isInComposition(event.nativeEvent)) return;
              event.preventDefault();
              const isChosen = combobox.dropdownOpened && combobox.getSelectedOptionIndex() >= 0;
              if (!isChosen && isTyped) takeText(text);
              // Mantine knows Enter by its code, and Android's keyboards on the screen send none.
              if (isChosen && event.code === '') combobox.clickSelectedOption();
            }}
          />
        </Combobox.Target>
        <Combobox.Dropdown hidden={options.length === 0} className={styles.found}>
          <Combobox.Options aria-label="IP policies found" className={styles.scrolled}>
            {options.slice(0, OPTIONS_MAX).map(({ id: value, name }, index) => (
              <Combobox.Option
                key={value}
                value={value}
                aria-describedby={name && `${questionId}-${index}`}
              >
                <UntrustedText text={shorten(name || value)} />
                {name && (
                  <div id={`${questionId}-${index}`} className="dim mono" aria-hidden>
                    <UntrustedText text={shorten(value)} />
                  </div>
                )}
              </Combobox.Option>
            ))}
          </Combobox.Options>
        </Combobox.Dropdown>
      </Combobox>
      {unknown.length > 0 && (
        <Notice
          id={questionId}
          tone="warn"
          role="alert"
          actions={
            <>
              <Button onClick={() => answer(unknown)}>Add anyway</Button>
              <Button onClick={() => answer([])}>Leave out</Button>
            </>
          }
        >
          {unknownQuestion(unknown)}
        </Notice>
      )}
      <div role="status" className="dim">
        {said.total === chosen.length && said.text}
      </div>
    </Stack>
  );
}

/** A whole id or name first, then in the order of the list. */
function matching(policies: readonly KnownPolicy[], typed: string): KnownPolicy[] {
  const text = foldCase(typed.trim());
  const parts = ({ id, name }: KnownPolicy) => [id, name].map(foldCase);
  const found = policies.filter((policy) => parts(policy).some((part) => part.includes(text)));
  const isWhole = (policy: KnownPolicy) => text !== '' && parts(policy).includes(text);
  return found.toSorted((a, b) => Number(isWhole(b)) - Number(isWhole(a)));
}
