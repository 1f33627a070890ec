/** A command cannot do what it was asked for; the message is one sentence for the operator. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
}
