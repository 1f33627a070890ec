/** The data cannot be used; the message is one sentence for the operator. */
export class StorageError extends Error {
  override readonly name = 'StorageError';
}

export const NO_DATA = 'There is no data there: check DATA_DIR or DATABASE_URL.';
