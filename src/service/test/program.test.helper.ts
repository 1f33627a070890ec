import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, vi } from 'vitest';
import { runCommandLine, type CommandLineOptions } from '#service/command-line.ts';
import { settingKeys, settingName } from '#service/settings-table.ts';
import type { SettingTexts } from '#service/settings.ts';
import { startWith } from '#service/test/running-service.test.helper.ts';

const mainFile = fileURLToPath(new URL('../../../dist/service/main.js', import.meta.url));

/** Runs a command to its end, in this process; `serve` stops as soon as it has begun. */
export const command = (env: SettingTexts, ...args: string[]) => commandAt({}, env, ...args);

/** The same with somebody at the terminal, who may be asked, or with another server. */
export async function commandAt(
  others: Partial<CommandLineOptions>,
  env: SettingTexts,
  ...args: string[]
) {
  const output = { stdout: '', stderr: '' };
  setEnvironment({ PORT: '0', DEMO: 'off', ...env });
  const code = await runCommandLine(args, {
    stdout: {
      write(text, taken) {
        output.stdout += text;
        taken?.();
      },
    },
    stderr: { write: (text) => (output.stderr += text) },
    serve: async (settings) => (await startWith(settings)).stop(),
    ...others,
  });
  return { code, ...output };
}

/** What a command leaves that refuses, with one line. */
export const refusal = (line: RegExp): unknown => {
  return { code: 1, stdout: '', stderr: expect.stringMatching(new RegExp(`${line.source}.*\n$`)) };
};

/** A new API key, as the command prints it. */
export async function createKey(env: SettingTexts, ...args: string[]): Promise<string> {
  const { stdout } = await command(env, 'key', 'create', ...args);
  return stdout.trim().split('\n').at(-1) ?? '';
}

/** Until the end of the test, and with nothing that this environment holds. */
function setEnvironment(env: SettingTexts): void {
  const names = ['CONFIG_FILE', 'API_KEY', ...settingKeys.map(settingName)];
  for (const name of names) vi.stubEnv(name, env[name]);
  onTestFinished(() => void vi.unstubAllEnvs());
}

type Program = ReturnType<typeof start>;

/**
 * Starts the program as it ships, with nothing of this environment but the path.
 *
 * @param limits shell commands that bound it, such as `ulimit -f 100`
 */
export function start(env: SettingTexts, limits?: string, args: string[] = []) {
  const [file, ...words] = [
    ...(limits === undefined ? [] : ['/bin/sh', '-c', `${limits}; exec "$@"`, 'sh']),
    process.execPath,
    mainFile,
    ...args,
  ];
  const child = spawn(file ?? '', words, {
    env: { PATH: process.env['PATH'], PORT: '0', DEMO: 'off', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  /** Everything so far. */
  const said = { stdout: '', stderr: '' };
  child.stdout.on('data', (chunk: Buffer) => (said.stdout += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (said.stderr += chunk.toString()));
  onTestFinished(() => void child.kill('SIGKILL')); // when it has failed
  const outcome = once(child, 'close').then(() => ({ code: child.exitCode, ...said }));
  return Object.assign(child, { said, outcome });
}

/** The lines of a start, however long that takes. */
export async function announced({ said, outcome }: Program): Promise<string[]> {
  const hasEnded = outcome.then(() => true);
  while (!said.stdout.includes('\n'))
    if (await Promise.race([hasEnded, sleep(20)])) throw new Error(`It has ended: ${said.stderr}`);
  return said.stdout.trim().split('\n');
}

export async function urlOf(program: Program): Promise<string> {
  const [line = ''] = await announced(program);
  return /^Gatehouse is ready at (http:\S+)$/.exec(line)?.[1] ?? '';
}

export function end(program: Program, signal: NodeJS.Signals) {
  program.kill(signal);
  return program.outcome;
}
