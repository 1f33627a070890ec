import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { onTestFinished, vi } from 'vitest';
import { runCommandLine } from '#service/command-line.ts';
import type { SettingTexts } from '#service/settings.ts';
import { settingKeys, settingName } from '#service/settings-table.ts';
import { startWith } from '#service/test/running-service.test.helper.ts';

const program = fileURLToPath(new URL('../../../dist/service/main.js', import.meta.url));

/** Runs a command to its end, in this process; `serve` stops as soon as it has begun. */
export async function command(env: SettingTexts, ...args: string[]) {
  const output = { stdout: '', stderr: '' };
  setEnvironment({ PORT: '0', DEMO: 'off', ...env });
  const code = await runCommandLine(args, {
    stdout: { write: (text) => (output.stdout += text) },
    stderr: { write: (text) => (output.stderr += text) },
    serve: async (settings) => (await startWith(settings)).stop(),
  });
  return { code, ...output };
}

/** Until the end of the test, and with nothing that this environment holds. */
export function setEnvironment(env: SettingTexts): void {
  const names = ['CONFIG_FILE', 'API_KEY', ...settingKeys.map(settingName)];
  for (const name of names) vi.stubEnv(name, env[name]);
  onTestFinished(() => void vi.unstubAllEnvs());
}

interface Output {
  stdout: string;
  stderr: string;
  hasEnded: boolean;
}

const children = new Map<ChildProcess, Output>();

/**
 * Starts the program as it ships, with nothing of this environment but the path.
 *
 * @param limits shell commands that bound it, such as `ulimit -f 100`
 */
export function start(env: SettingTexts, limits?: string, args: string[] = []): ChildProcess {
  const [file, ...words] = [
    ...(limits === undefined ? [] : ['/bin/sh', '-c', `${limits}; exec "$@"`, 'sh']),
    process.execPath,
    program,
    ...args,
  ];
  const child = spawn(file ?? '', words, {
    env: { PATH: process.env['PATH'], PORT: '0', DEMO: 'off', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output = { stdout: '', stderr: '', hasEnded: false };
  child.stdout.on('data', (chunk: Buffer) => (output.stdout += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (output.stderr += chunk.toString()));
  child.on('close', () => (output.hasEnded = true));
  children.set(child, output);
  return child;
}

/** Everything that it has said so far. */
export function outputOf(child: ChildProcess): Output {
  const output = children.get(child);
  if (output === undefined) throw new Error('Not started by `start`');
  return output;
}

/** Waits until it ends. */
export async function outcome(child: ChildProcess) {
  const output = outputOf(child);
  if (!output.hasEnded) await once(child, 'close');
  return { code: child.exitCode, stdout: output.stdout, stderr: output.stderr };
}

/** The lines of a start, however long that takes; in upstream mode there are two. */
export async function announced(child: ChildProcess, count = 3): Promise<string[]> {
  const output = outputOf(child);
  for (;;) {
    const lines = output.stdout.split('\n');
    if (lines.length > count) return lines.slice(0, count);
    if (output.hasEnded) throw new Error(`It has ended: ${output.stderr}`);
    await new Promise((resolve) => {
      child.stdout?.once('data', resolve);
      child.once('close', resolve);
    });
  }
}

export async function urlOf(child: ChildProcess): Promise<string> {
  const [line = ''] = await announced(child, 1);
  return /^Gatehouse is ready at (http:\S+)$/.exec(line)?.[1] ?? '';
}

export function end(child: ChildProcess, signal: NodeJS.Signals) {
  child.kill(signal);
  return outcome(child);
}

/** What a failed test has left running. */
export function endAll(): void {
  for (const child of children.keys()) child.kill('SIGKILL');
  children.clear();
}
