/** Every request carries this header (section 9 of the API text); an operator may rename it. */
export const VERSION_HEADER = 'Service-Version';
export const VERSION = '2';

/** What an operator may put in their places. */
export const HEADER_NAME = /^[\w!#$%&'*+.^`|~-]+$/;
export const VERSION_VALUE = /^[\w.-]{1,50}$/;

/** Each response to a key that may only read has this header, with the value `read-only`; no other has it. */
export const KEY_ACCESS_HEADER = 'Key-Access';
export const READ_ONLY_ACCESS = 'read-only';

/** Carries the id of one request in answers, beside `details.operation_id` of an error. */
export const OPERATION_ID_HEADER = 'Operation-Id';

/** Bytes of a request body. Ours, the API text shows no limit: decisions/0003. */
export const BODY_BYTES_MAX = 1024 * 1024;

/** Where the API answers on the page's own origin. */
export const API_BASE = '/api';
