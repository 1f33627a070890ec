import { COMMAND, type Author } from '#service/domain/history.ts';
import { createNewId } from '#service/domain/ids.ts';

const newId = createNewId((count) => crypto.getRandomValues(new Uint8Array(count)), undefined);

/** Makes all changes of tests that are not about who makes them. */
export const testAuthor: Author = {
  key_id: COMMAND,
  key_label: COMMAND,
  person: null,
  operation_id: 'op_test',
  newEntryId: () => newId('hist', new Date()),
};
