/** The data cannot be used; the message is one sentence for the operator. */
export class StorageError extends Error {
  override readonly name = 'StorageError';
}
