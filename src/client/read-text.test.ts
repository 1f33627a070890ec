import { expect, it } from 'vitest';
import { readText } from '#client/read-text.ts';

const streamOf = (...parts: Uint8Array[]) =>
  new Response(
    new ReadableStream({
      start(controller) {
        for (const part of parts) controller.enqueue(part);
        controller.close();
      },
    }),
  );

it('reads a text whose characters are cut between two parts', async () => {
  const bytes = new TextEncoder().encode('né 🦊');
  const parts = Array.from(bytes, (byte) => Uint8Array.of(byte));
  expect(await readText(streamOf(...parts))).toBe('né 🦊');
});

it('reads nothing from an answer without a body', async () => {
  expect(await readText(new Response(null, { status: 204 }))).toBe('');
});

it('stops where a text has no end', async () => {
  let sent = 0;
  let isLeft = false;
  const endless = new ReadableStream({
    pull: (controller) => controller.enqueue(new Uint8Array(100).fill(97, 0, ++sent && 100)),
    cancel: () => void (isLeft = true),
  });
  expect(await readText(new Response(endless), 1000)).toBeUndefined();
  expect(isLeft).toBe(true);
  expect(sent).toBeLessThan(20);
});
