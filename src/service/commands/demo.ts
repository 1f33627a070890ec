import type { CommandContext } from '#service/commands/context.ts';
import { commandAuthor, openAccount, withData } from '#service/data.ts';
import { demoAccount } from '#service/domain/demo-account.ts';
import { OperatorError } from '#service/domain/errors.ts';
import { toTimestamp } from '#service/domain/text.ts';

/** Adds demonstration data, or removes it, which may be done while a server runs. */
export const changeDemoData = (
  context: CommandContext,
  { botUsers, clear }: { botUsers: number; clear?: true },
) => (clear ? clearDemoData(context) : addDemoData(context, botUsers));

const addDemoData = ({ settings, print }: CommandContext, botUsers: number) =>
  withData(openAccount(settings, { shared: false }), async ({ stores, database, newId, place }) => {
    if ((await stores.botUsers.page(1)).length > 0)
      throw new OperatorError(
        'There are bot users already: demonstration data needs an account without.',
      );
    if (await stores.account.isDemonstration())
      throw new OperatorError('There is demonstration data already: demo --clear removes it.');
    const now = await database.now();
    const content = demoAccount(now, newId, botUsers);
    await stores.account.add(toTimestamp(now), content);
    print(
      `Added ${botUsers} bot users, ${content.routes.length} routes and ${content.ipPolicies.length} IP policies to ${place}.`,
    );
  });

const clearDemoData = ({ settings, print }: CommandContext) =>
  withData(openAccount(settings, { shared: true }), async (data) => {
    const { stores, place } = data;
    const usedPolicies = await stores.account.clearDemonstration(await commandAuthor(data));
    if (usedPolicies === undefined)
      throw new OperatorError(`There is no demonstration data in ${place}.`);
    print(`Removed the demonstration data from ${place}.`);
    if (usedPolicies.length > 0)
      print(`IP policies that stay, because a module uses them: ${usedPolicies.join(', ')}.`);
  });
