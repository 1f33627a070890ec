import '#web/styles/more.css';
import { Code } from '@mantine/core';
import type { BotUser } from '#contract/bot-user.ts';
import { shorten } from '#web/lib/format.ts';
import { visibleText } from '#web/lib/untrusted-text.ts';
import { CopyButton } from '#web/ui/copy.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { nameOf } from '#web/ui/safe-line.ts';
import { UntrustedText } from '#web/ui/untrusted-text.tsx';

/** The bot user as the service has sent it, with the fields that this page does not know. */
export function JsonDialog({ bot, onClose }: { bot: BotUser; onClose: () => void }) {
  const text = toJson(bot);
  return (
    <Dialog
      title={
        <>
          <UntrustedText text={shorten(nameOf(bot))} /> as JSON
        </>
      }
      onClose={onClose}
      footer={text !== undefined && <CopyButton label="Copy JSON" text={text} />}
    >
      {text === undefined ? (
        <p>A field of this bot user is nested too deeply to be shown.</p>
      ) : (
        <Code block role="group" aria-label="JSON" tabIndex={0}>
          {text.split('\n').map(visibleText).join('\n')}
        </Code>
      )}
    </Dialog>
  );
}

function toJson(bot: BotUser): string | undefined {
  try {
    return JSON.stringify(bot, null, 2);
  } catch {
    // Nested deeper than the stack allows.
    return undefined;
  }
}
