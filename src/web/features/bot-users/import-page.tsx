import { Box, Button, Checkbox, Group, Stack, Textarea } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { readDesiredFile, type DesiredFile } from '#bulk/desired-file.ts';
import { emptyList, placeText } from '#bulk/read-list.ts';
import { PAGE_LIMIT_MAX } from '#contract/page.ts';
import { reasonOf } from '#web/api/failure-text.ts';
import { rateLimiter } from '#web/api/rate-limiter.ts';
import { ReadFailed } from '#web/api/read-failed.tsx';
import {
  isAccountOld,
  ListFault,
  OF_ROUTES,
  planImport,
} from '#web/features/bot-users/import-plan.ts';
import { lastList } from '#web/features/bot-users/last-opened.ts';
import { LoadingAll } from '#web/features/bot-users/load-foot.tsx';
import { useLoading } from '#web/features/bot-users/loader.ts';
import { ShortList } from '#web/features/bot-users/select-from-list-dialog.tsx';
import { holdsKey, readTextFile } from '#web/jobs/read-text-file.ts';
import { useOpenPlan } from '#web/jobs/use-open-plan.ts';
import { count, formatNumber, shorten } from '#web/lib/format.ts';
import { visibleText } from '#web/lib/untrusted-text.ts';
import { createDraft } from '#web/session/drafts.ts';
import { Breadcrumb } from '#web/ui/breadcrumb.tsx';
import { Card } from '#web/ui/card.tsx';
import { ChooseFiles } from '#web/ui/choose-files.tsx';
import { focusOn } from '#web/ui/focus.ts';
import { Page } from '#web/ui/page.tsx';
import { SubmitButton } from '#web/ui/submit-button.tsx';
import { useUnloadWarning } from '#web/ui/unsaved-guard.tsx';
import { UntrustedText } from '#web/ui/untrusted-text.tsx';

const TITLE = 'Import bot users';
const FIELD = 'import-list';
const CONTINUE = 'import-continue';

interface Draft {
  text: string;
  /** Takes the place of the text. */
  file?: { label: string; text: string } | undefined;
  deletesMissing: boolean;
}
const importDraft = createDraft<Draft>({ text: '', deletesMissing: false });

/** The first of three steps: what the account should have. A plan follows, then the job. */
export function Component() {
  const account = useLoading();
  const plan = useOpenPlan();
  const { text, file, deletesMissing } = importDraft.use();
  const source = file?.text ?? text;
  const planning = useMutation({ mutationFn: () => planImport(source, deletesMissing) });
  const { isPending: isBusy, error } = planning;
  /** Why what was typed or chosen last is not taken. */
  const [refused, setRefused] = useState<string>();
  const fault = error instanceof ListFault ? error : undefined;
  const atField = refused ?? (fault && reasonOf(fault));
  const latest = useRef<File>(undefined);
  useEffect(() => {
    // The field can be used again, and the button that has stopped the loading is gone.
    if (error) focusOn(error instanceof ListFault ? FIELD : CONTINUE);
  }, [error]);
  useUnloadWarning(source !== '');
  const read = useReading(source);

  function change(fields: Partial<Draft>, refusal?: string) {
    importDraft.edit(fields);
    setRefused(refusal);
    planning.reset();
  }

  async function take([chosen, ...others]: readonly File[]) {
    if (!chosen || isBusy) return;
    latest.current = chosen;
    const { text: content = '', problem: why } = await readTextFile(chosen);
    if (latest.current !== chosen) return;
    const refusal = others.length > 0 ? 'Choose one file.' : why;
    const label = `${visibleText(chosen.name)}, ${formatNumber(Math.ceil(chosen.size / 1000))} KB`;
    // What was there before a file that is refused stays.
    change(refusal === undefined ? { file: { label, text: content } } : {}, refusal);
    focusOn(FIELD);
  }

  return (
    <Page
      title={atField ? `Error: ${TITLE}` : TITLE}
      heading={TITLE}
      breadcrumb={<Breadcrumb parent={lastList.crumb()} text={TITLE} />}
      lead={<p className="dim">Creates and changes bot users. You see the plan first.</p>}
    >
      <form
        aria-label={TITLE}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          setRefused(undefined);
          focusOn(CONTINUE);
          planning.mutate(undefined, {
            onSuccess: (made) => plan.open({ ...made, onApplied: importDraft.drop }),
          });
        }}
      >
        <Stack
          gap="lg"
          // Without this the browser opens a dropped file in place of the page.
          onDragOver={(event) => {
            if (event.dataTransfer.types.includes('Files')) event.preventDefault();
          }}
          onDrop={(event) => {
            if (event.dataTransfer.files.length > 0) event.preventDefault();
            void take([...event.dataTransfer.files]);
          }}
        >
          <div inert={isBusy}>
            <Card title="List">
              <Textarea
                id={FIELD}
                rows={8}
                label="Bot users"
                description="One per line: id, name, active. CSV, JSON, JSON Lines and this page’s exports work."
                spellCheck={false}
                autoComplete="off"
                readOnly={file !== undefined}
                error={atField && <UntrustedText text={atField} />}
                value={file?.label ?? text}
                onChange={({ currentTarget: { value } }) =>
                  holdsKey(value) ? change({}, WITH_KEY) : change({ text: value })
                }
              />
              <Group gap="xs">
                <ChooseFiles name="File with bot users" onChange={(files) => void take(files)} />
                <span className="dim">or drop it here</span>
                {file && (
                  <Button
                    onClick={() => {
                      change({ file: undefined });
                      focusOn(FIELD);
                    }}
                  >
                    Remove
                  </Button>
                )}
              </Group>
              {/* Nothing below moves under a press when this appears. */}
              <Box component="p" mih="1lh" aria-live="polite" className="numbers">
                <UntrustedText text={summaryOf(read)} />
              </Box>
              <ShortList
                name="Lines that cannot be read"
                texts={read.list.unreadable.map((line) => `${placeText(line)}: ${line.reason}`)}
              />
              <ShortList name="Lines in the way" texts={fault?.lines ?? []} />
              <Checkbox
                label="Delete what is not in the file"
                description="Deletes each bot user that no line names. Else they stay as they are."
                checked={deletesMissing}
                onChange={(event) => change({ deletesMissing: event.currentTarget.checked })}
              />
            </Card>
          </div>
          <ReadFailed title="The plan is not ready." error={fault ? null : error} />
          <Group gap="xs" className="buttons">
            <SubmitButton id={CONTINUE} busy={isBusy} refusal={plan.blocked}>
              Continue
            </SubmitButton>
            {isBusy && account.status === 'all' ? (
              <LoadingAll list={account} />
            ) : (
              <span className="dim numbers">
                {costText(account.hasMore)}
                Next: the plan. Nothing changes until you apply it.
              </span>
            )}
          </Group>
        </Stack>
      </form>
    </Page>
  );
}

const WITH_KEY = 'There is an API key in that text, so it was not taken. Take the key out first.';

/** What was read last, a moment behind what is typed. */
function useReading(source: string): DesiredFile {
  const [read, setRead] = useState<DesiredFile>({ target: 'bot-user', list: emptyList() });
  const [settled] = useDebouncedValue(source, 200);
  useEffect(() => {
    let isCurrent = true;
    void readDesiredFile(settled).then((file) => isCurrent && setRead(file));
    return () => void (isCurrent = false);
  }, [settled]);
  return read;
}

/** `1,000 bot users, 2 lines cannot be read. Not used: Team.` */
function summaryOf({ target, list: { items, unreadable, unused } }: DesiredFile): string {
  if (target === 'route') return `${OF_ROUTES}.`;
  if (items.length + unreadable.length === 0) return '';
  const bad = unreadable.length > 0 ? `, ${count(unreadable.length, 'line')} cannot be read` : '';
  const names = unused.size > 0 ? ` Not used: ${shorten([...unused].join(', '), 300)}.` : '';
  return `${count(items.length, 'bot user')}${bad}.${names}`;
}

/** What the loading costs, as far as that is known; empty where nothing is to be loaded. */
function costText(hasMore: boolean): string {
  const isOld = isAccountOld();
  if (!isOld && !hasMore) return '';
  const limit = rateLimiter.use()?.limit;
  const most = limit ? `, at most ${formatNumber(limit * PAGE_LIMIT_MAX)} a minute` : '';
  const what = isOld ? 'the account again' : 'the rest of the account';
  return `Loads ${what} first, ${PAGE_LIMIT_MAX} a request${most}. `;
}
