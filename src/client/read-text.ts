/** A hundred thousand bot users in one answer are a third of it; nothing that a service has to say is longer. */
const BYTES_MAX = 64 * 1024 * 1024;

/**
 * The text of an answer, read to its end.
 *
 * @returns `undefined` when there is no end in sight; it is not read further then
 */
export async function readText(
  { body }: Response,
  bytesMax = BYTES_MAX,
): Promise<string | undefined> {
  if (body === null) return '';
  const decoder = new TextDecoder();
  let text = '';
  let bytes = 0;
  // `for await` of a stream is missing in Safari.
  const reader = body.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    bytes += value.length;
    if (bytes > bytesMax) {
      await reader.cancel();
      return undefined;
    }
    text += decoder.decode(value, { stream: true });
  }
}
