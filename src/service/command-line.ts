import { Argument, Command, CommanderError, Help, InvalidArgumentError, Option } from 'commander';
import { parseApiUrl } from '#service/commands/account.ts';
import { backUp, restore } from '#service/commands/backup.ts';
import type { Ask, CommandContext } from '#service/commands/context.ts';
import { changeDemoData } from '#service/commands/demo.ts';
import { applyFile, planFile } from '#service/commands/desired.ts';
import { EXPORTED, EXPORT_FORMATS, exportAll } from '#service/commands/export.ts';
import { printHistory } from '#service/commands/history.ts';
import {
  importPolicyFile,
  importRouteFile,
  removePoliciesById,
  removeRoutesById,
} from '#service/commands/inventory.ts';
import { createKey, listKeys, revokeKey } from '#service/commands/keys.ts';
import { toSentence } from '#service/commands/sentence.ts';
import { DEMO_BOT_USERS } from '#service/domain/demo-account.ts';
import { SETTINGS, settingKeys, settingName } from '#service/settings-table.ts';
import { readSettings, type Settings, type SettingTexts } from '#service/settings.ts';
import { version } from '../../package.json';

export interface CommandLineOptions {
  stdout: Output;
  stderr: Output;
  /** Missing: there is no terminal. */
  ask?: Ask;
  /** Resolves when the service listens. */
  serve: (settings: Settings) => Promise<void>;
}

interface Output {
  write(text: string, taken?: () => void): unknown;
}

/**
 * Runs one command to its end.
 *
 * @param args without the program's name
 * @returns exit code
 */
export async function runCommandLine(args: string[], options: CommandLineOptions): Promise<number> {
  try {
    await createProgram(args, options).parseAsync(args, { from: 'user' });
    return 0;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode;
    options.stderr.write(`${toSentence(error)}\n`);
    return 1;
  }
}

function createProgram(args: string[], { stdout, stderr, ask, serve }: CommandLineOptions) {
  const configFile = new Option('--config <file>', 'file with a line NAME=value for each setting');
  const program = new Command('gatehouse')
    .description(
      'Admin dashboard with its own management API, or as a proxy to an existing service.',
    )
    .addOption(configFile.env('CONFIG_FILE'))
    .version(version)
    .showHelpAfterError('(--help lists all commands and settings)')
    .configureHelp({ visibleCommands: leavesOf, subcommandTerm: termOf })
    .addHelpText('after', AFTER_HELP)
    .configureOutput({
      writeOut: (text) => void stdout.write(text),
      writeErr: (text) => void stderr.write(text),
      // The value of a mistyped flag may be a secret.
      outputError: (text, write) =>
        write(text.replace(/^(error: unknown option '[^=]*)=.*'/s, "$1'")),
    })
    .exitOverride();

  const options = settingKeys.map((key) => {
    const { what, fallback } = SETTINGS[key];
    const name = settingName(key);
    const flag = name.toLowerCase().replaceAll('_', '-');
    const option = new Option(`--${flag} <value>`, what.replaceAll('`', ''));
    program.addOption(option.env(name).default(fallback));
    // Not the key: commander keeps the value of `--no-delete` as `delete`.
    return { name, attribute: option.attributeName() };
  });

  /** A flag comes before a variable, as commander has it, and a variable before a line of the file. */
  function settings(): Settings {
    const { config, ...values } = program.opts<SettingTexts>();
    const given = options
      .filter(({ attribute }) => program.getOptionValueSource(attribute) !== 'default')
      .map(({ name, attribute }) => [name, values[attribute]]);
    return readSettings(Object.fromEntries(given), config);
  }

  const run =
    <Given extends unknown[]>(work: (context: CommandContext, ...given: Given) => unknown) =>
    async (...given: Given) => {
      const context: CommandContext = {
        settings: settings(),
        print: (line) => void stdout.write(`${line}\n`),
        write: (text) => new Promise((resolve) => stdout.write(text, resolve)),
        warn: (line) => void stderr.write(`${line}\n`),
        ask,
      };
      const code = await work(context, ...given);
      // As after an error of commander: the program ends with this exit code.
      if (typeof code === 'number') throw new CommanderError(code, 'gatehouse.end', 'Ended.');
    };

  // Commander's default command would take a mistyped command as its argument.
  const isDefault = program.parseOptions(args).operands.length === 0;
  program
    .command('serve', { isDefault })
    .description('run the service; the default')
    .action(run((context) => serve(context.settings)));

  const key = program.command('key').description('API keys');
  key
    .command('create')
    .description('create a key; it is the last line of the output and is not shown again')
    .argument('[LABEL]', 'what the key is for', 'another key')
    .option('--read-only', 'it cannot change anything', false)
    .action(run(createKey));
  key.command('list').description('show ids and labels of all keys').action(run(listKeys));
  key
    .command('revoke <ID>')
    .description(
      'revoke a key; a running service refuses it at once, on PostgreSQL within a second',
    )
    .action(run(revokeKey));

  const routes = program
    .command('routes')
    .description('routes of edges, which the API cannot create');
  routes
    .command('import <FILE>')
    .description('add routes from JSON, as the page exports them: [{label, edge_id, id}]')
    .action(run(importRouteFile));
  routes
    .command('remove <ID...>')
    .description('remove routes with their modules')
    .action(run(removeRoutesById));
  const policies = program
    .command('policies')
    .description('IP policies, which the API cannot create');
  policies
    .command('import <FILE>')
    .description('add IP policies from JSON: [{id, description}]')
    .action(run(importPolicyFile));
  policies
    .command('remove <ID...>')
    .description('remove IP policies that no module uses')
    .action(run(removePoliciesById));

  const file = ['<FILE>', 'CSV, JSON or JSON Lines; - reads standard input'] as const;
  const url = ['--url <address>', 'API to work on, with the key in API_KEY', parseApiUrl] as const;
  const deleteMissing = ['--delete-missing', 'delete bot users that it does not name'] as const;
  program
    .command('plan')
    .description('show what apply would change')
    .argument(...file)
    .option(...url)
    .option(...deleteMissing)
    .option('--json', 'as a JSON object')
    .action(run(planFile));
  program
    .command('apply')
    .description('make bot users or routes as in a file, after asking')
    .argument(...file)
    .option(...url)
    .option('--yes', 'do not ask')
    .option(...deleteMissing)
    .action(run(applyFile));
  program
    .command('export')
    .description('write bot users or known routes, as plan reads them')
    .addArgument(new Argument('<WHAT>').choices(EXPORTED))
    .option(...url)
    .addOption(new Option('--format <format>').choices(EXPORT_FORMATS).default('csv'))
    .action(run(exportAll));

  program
    .command('history')
    .description('show who changed what, newest first')
    .option('--resource <id>', 'changes of one bot user, route, policy or key only')
    .option('--since <date>', 'not of before then, in UTC: 2026-01-31', parseDay)
    .option('--json', 'a JSON object on each line')
    .action(run(printHistory));
  program
    .command('demo')
    .description('add demonstration data to an account without bot users')
    .addOption(new Option('--bot-users <count>').default(DEMO_BOT_USERS).argParser(parsePositive))
    .addOption(new Option('--clear', 'remove it again').conflicts('botUsers'))
    .action(run(changeDemoData));
  program
    .command('backup')
    .description('write all data to a file, keys as hashes only')
    .argument('<FILE>', 'a new file; with --keep an existing directory')
    .option(
      '--keep <count>',
      'backups to keep in the directory; older ones are removed',
      parsePositive,
    )
    .action(run(backUp));
  program
    .command('restore <FILE>')
    .description(
      'fill an empty directory or database from a backup, made from SQLite or PostgreSQL',
    )
    .action(run(restore));
  return program;
}

const AFTER_HELP = `
env: the name in the environment and in the file.
A flag comes before the environment, and that before the file of --config.
Everybody on the machine can see flags: keep secrets in the file.
All commands but restore, and demo without --clear, also work while the service
runs.`;

/** The commands that do something, so that one help shows all of them. */
function leavesOf({ commands }: Command): Command[] {
  return commands.flatMap((command) => (command.commands.length > 0 ? leavesOf(command) : command));
}

/** With its group and its operands: `key create [LABEL]`. */
function termOf(command: Command): string {
  const group = command.parent?.parent ? `${command.parent.name()} ` : '';
  return group + new Help().subcommandTerm(command);
}

/** In UTC, as the history prints it. */
function parseDay(text: string): Date {
  const day = new Date(text);
  // The 31st of a shorter month would be of the next one.
  if (/^\d{4}-\d\d-\d\d$/.test(text) && day.toJSON()?.startsWith(text)) return day;
  throw new InvalidArgumentError('It must be a day such as 2026-01-31.');
}

function parsePositive(text: string): number {
  if (/^[1-9]\d{0,6}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('It must be a whole number from 1 to 9999999.');
}
