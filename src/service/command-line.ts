import { inspect } from 'node:util';
import { Command, CommanderError, Help, InvalidArgumentError, Option } from 'commander';
import type { CommandContext } from '#service/commands/context.ts';
import { backUp, backUpAndKeep, restore } from '#service/commands/backup.ts';
import {
  addDemoData,
  clearDemoData,
  importPolicyFile,
  importRouteFile,
  removePoliciesById,
  removeRoutesById,
} from '#service/commands/data.ts';
import { createKey, listKeys, revokeKey } from '#service/commands/keys.ts';
import { toSentence } from '#service/commands/sentence.ts';
import { readSettings, readSettingsFile, type Settings } from '#service/settings.ts';
import { DEMO_BOT_USERS } from '#service/domain/demo-account.ts';
import { SETTINGS, settingNames, type SettingName } from '#service/settings-table.ts';
import { version } from '../../package.json';

export interface CommandLineOptions {
  env: NodeJS.ProcessEnv;
  stdout: Output;
  stderr: Output;
  /** Resolves when the service listens. */
  serve: (settings: Settings) => Promise<void>;
}

interface Output {
  write(text: string): unknown;
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
    options.stderr.write(`${toSentence(error) ?? inspect(error)}\n`);
    return 1;
  }
}

function createProgram(
  args: string[],
  { env, stdout, stderr, serve }: CommandLineOptions,
): Command {
  const program = new Command('gatehouse')
    .description(
      'Admin dashboard with its own management API, or as a proxy to an existing service.',
    )
    .option('--config <file>', 'file with a line NAME=value for each setting (CONFIG_FILE)')
    .version(version)
    .showHelpAfterError('(--help lists all commands and settings)')
    .configureHelp({
      visibleCommands: leavesOf,
      subcommandTerm: (command) => nameOf(command) + termOf(command).slice(command.name().length),
    })
    .addHelpText('after', AFTER_HELP)
    .configureOutput({
      writeOut: (text) => void stdout.write(text),
      writeErr: (text) => void stderr.write(text),
    })
    .exitOverride();

  for (const name of settingNames) {
    const { what, fallback } = SETTINGS[name];
    const byDefault = fallback === undefined ? '' : `; default ${fallback}`;
    const text = `${what.replaceAll('`', '')} (${name}${byDefault})`;
    program.addOption(new Option(`--${toFlag(name)} <value>`, text));
  }

  /** Flags override the environment, which overrides the file. */
  function settings(): Settings {
    const flags = program.opts<Record<string, string | undefined>>();
    const file = flags['config'] ?? env['CONFIG_FILE'];
    const texts = { ...(file && readSettingsFile(file)), ...present(env) };
    for (const name of settingNames) texts[name] = flags[toOption(name)] ?? texts[name];
    return readSettings(texts);
  }
  const context = (): CommandContext => ({
    settings: settings(),
    print: (line) => void stdout.write(`${line}\n`),
  });

  // Commander's default command would take a mistyped command as its argument.
  const isDefault = program.parseOptions(args).operands.length === 0;
  program
    .command('serve', { isDefault })
    .description('run the service; the default')
    .action(() => serve(settings()));

  const key = program.command('key').description('API keys');
  key
    .command('create')
    .description('create a key; it is the last line of the output and is not shown again')
    .argument('[LABEL]', 'what the key is for', 'another key')
    .option('--read-only', 'it cannot change anything', false)
    .action((label: string, { readOnly }: { readOnly: boolean }) =>
      createKey(context(), label, readOnly),
    );
  key
    .command('list')
    .description('show ids and labels of all keys')
    .action(() => listKeys(context()));
  key
    .command('revoke')
    .description(
      'revoke a key; a running service refuses it at once, on PostgreSQL within a second',
    )
    .argument('<ID>')
    .action((id: string) => revokeKey(context(), id));

  const routes = program
    .command('routes')
    .description('routes of edges, which the API cannot create');
  routes
    .command('import')
    .description('add routes from JSON, as the page exports them: [{label, edge_id, id}]')
    .argument('<FILE>')
    .action((file: string) => importRouteFile(context(), file));
  routes
    .command('remove')
    .description('remove routes with their modules')
    .argument('<ID...>')
    .action((ids: string[]) => removeRoutesById(context(), ids));
  const policies = program
    .command('policies')
    .description('IP policies, which the API cannot create');
  policies
    .command('import')
    .description('add IP policies from JSON: [{id, description}]')
    .argument('<FILE>')
    .action((file: string) => importPolicyFile(context(), file));
  policies
    .command('remove')
    .description('remove IP policies that no module uses')
    .argument('<ID...>')
    .action((ids: string[]) => removePoliciesById(context(), ids));

  program
    .command('demo')
    .description('add demonstration data to an account without bot users')
    .addOption(new Option('--bot-users <count>').default(DEMO_BOT_USERS).argParser(parsePositive))
    .addOption(new Option('--clear', 'remove it again').conflicts('botUsers'))
    .action(({ botUsers, clear }: { botUsers: number; clear?: true }) =>
      clear ? clearDemoData(context()) : addDemoData(context(), botUsers),
    );
  program
    .command('backup')
    .description('write all data to a file, keys as hashes only')
    .argument('<FILE>', 'a new file; with --keep an existing directory')
    .option(
      '--keep <count>',
      'backups to keep in the directory; older ones are removed',
      parsePositive,
    )
    .action((path: string, { keep }: { keep?: number }) =>
      keep === undefined ? backUp(context(), path) : backUpAndKeep(context(), path, keep),
    );
  program
    .command('restore')
    .description(
      'fill an empty directory or database from a backup, made from SQLite or PostgreSQL',
    )
    .argument('<FILE>')
    .action((file: string) => restore(context(), file));
  return program;
}

const AFTER_HELP = `
In brackets: the name in the environment and in the file, and the default.
A flag comes before the environment, and that before the file of --config.
Everybody on the machine can see flags: keep secrets in the file.
All commands but restore, and demo without --clear, also work while the service
runs.`;

/** The commands that do something, so that one help shows all of them. */
function leavesOf({ commands }: Command): Command[] {
  return commands.flatMap((command) => (command.commands.length > 0 ? leavesOf(command) : command));
}

/** `key create`, without the program's name. */
function nameOf(command: Command): string {
  const { parent } = command;
  return parent?.parent ? `${nameOf(parent)} ${command.name()}` : command.name();
}

const termOf = (command: Command) => new Help().subcommandTerm(command);

function parsePositive(text: string): number {
  if (/^[1-9]\d{0,6}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('It must be a whole number from 1 to 9999999.');
}

/** An empty variable must not hide a line of the file. */
function present(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(environment).filter(([, text]) => text?.trim()));
}

/** `DATA_DIR`: `data-dir`. */
function toFlag(name: SettingName): string {
  return name.toLowerCase().replaceAll('_', '-');
}

/** `DATA_DIR`: `dataDir`, as the parser calls it. */
function toOption(name: SettingName): string {
  return toFlag(name).replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
}
