import type { BotUser } from '#contract/bot-user.ts';
import type { Page } from '#web/features/bot-users/view/by-page.ts';
import { createSharedKeys } from '#web/features/bot-users/view/shared-keys.ts';
import { labelAmong, visualKey } from '#web/ui/table/labels.ts';

/**
 * What rows are called in the names of their controls: names that look the same get the end of the id.
 *
 * @returns for the loaded pages, the same function until the label of any row may differ
 */
export function createLabels() {
  const keys = createSharedKeys(visualKey);
  const create = () => (bot: BotUser) => labelAmong(bot, keys.isShared(bot.name));
  let labelOf = create();
  let followed: readonly Page[] | undefined;
  return (pages: readonly Page[]) => {
    if (pages === followed) return labelOf;
    followed = pages;
    const work = keys.follow(pages);
    let step = work.next();
    while (!step.done) step = work.next();
    if (step.value) labelOf = create();
    return labelOf;
  };
}
