import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { expect } from 'vitest';
import type { SettingTexts } from '#service/settings.ts';
import { API_HEADERS } from '#service/test/running-service.test.helper.ts';

const main = fileURLToPath(new URL('../../../dist/service/main.js', import.meta.url));

const children = new Map<ChildProcess, { stdout: string; stderr: string }>();

/**
 * Starts the built program, with nothing of this environment but the path.
 *
 * @param options.limits shell commands that bound it, such as `ulimit -f 100`
 */
export function run(
  settings: SettingTexts,
  args: string[] = [],
  { limits = '' } = {},
): ChildProcess {
  const command = [process.execPath, main, ...args];
  const [program = '', ...rest] =
    limits === '' ? command : ['/bin/sh', '-c', `${limits}; exec "$@"`, 'sh', ...command];
  const child = spawn(program, rest, {
    env: { PATH: process.env['PATH'], PORT: '0', DEMO: 'off', ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output = { stdout: '', stderr: '' };
  child.stdout.on('data', (chunk: Buffer) => (output.stdout += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (output.stderr += chunk.toString()));
  children.set(child, output);
  return child;
}

export const said = (child: ChildProcess) => children.get(child) ?? { stdout: '', stderr: '' };

/** Everything that a process has said, once it has ended by itself. */
export async function outcome(child: ChildProcess) {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'close');
  return { code: child.exitCode, ...said(child) };
}

/** Runs a command to its end. */
export const command = (settings: SettingTexts, ...args: string[]) => outcome(run(settings, args));

/** The three lines of a start. */
export async function announced(child: ChildProcess): Promise<string[]> {
  await expect.poll(() => said(child).stdout.split('\n').length, { timeout: 10_000 }).toBe(4);
  return said(child).stdout.trim().split('\n');
}

export async function urlOf(child: ChildProcess): Promise<string> {
  const [line = ''] = await announced(child);
  return /^Gatehouse is ready at (http:\S+)$/.exec(line)?.[1] ?? '';
}

export async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill(signal);
  await once(child, 'close');
}

/** For `afterAll`: what a failed test has left running. */
export function endAll(): void {
  for (const child of children.keys()) child.kill('SIGKILL');
}

/** One request to the API of a process. */
export async function ask(url: string, method: string, path: string, body?: unknown, key?: string) {
  const answer = await fetch(`${url}/api${path}`, {
    method,
    headers: {
      ...API_HEADERS,
      ...(key !== undefined && { Authorization: `Bearer ${key}` }),
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  // oxlint-disable-next-line typescript/no-explicit-any -- read by assertions, which say what they expect
  const json: any = text === '' ? undefined : JSON.parse(text);
  return { status: answer.status, headers: answer.headers, json };
}
