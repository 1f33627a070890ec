/**
 * Why a service refuses a request, as far as the person or the operator can act on it, with the codes that say so.
 * `ERR_203` stands for the code of any vendor with this number, such as `ERR_VENDOR_203`.
 *
 * These stand in the way of any request.
 */
export const ANY_REFUSED = {
  /** No key, a misspelt one, or one that was revoked. */
  'wrong-key': ['NOT_AUTHENTICATED', 'ERR_200', 'ERR_201', 'ERR_202', 'ERR_203'],
  /** A secret of another kind: it connects agents, it is no API key. */
  authtoken: ['ERR_206', 'ERR_207'],
  /** The public name of a key. */
  'key-id': ['ERR_208'],
  'account-without-api': ['ERR_204'],
  'account-suspended': ['ERR_205'],
  'account-unpaid': ['ERR_247'],
  'owner-inactive': ['ERR_636'],
  /** The key may not be used from this network address. */
  address: ['ERR_220'],
  version: ['VERSION_MISSING', 'VERSION_UNSUPPORTED', 'ERR_217', 'ERR_218'],
};

export const REFUSAL_CODES = {
  ...ANY_REFUSED,
  // These are about one request, or about the pace.
  /** The key is real, it only may not do this. */
  'no-right': ['KEY_READ_ONLY', 'ERR_635'],
  /** The operator has protected it, whoever asks. */
  protected: ['PROTECTED'],
  'name-taken': ['NAME_TAKEN', 'ERR_4112'],
  'name-too-long': ['ERR_4110'],
  'not-admin': ['ERR_4111'],
  'not-in-plan': ['ERR_4119'],
  'no-edges': ['ERR_7008'],
  /** An id that was sent has a form that this service does not know: in the path, or of a policy. */
  'bad-id': ['ERR_222'],
  'no-edge': ['EDGE_NOT_FOUND', 'ERR_7000', 'ERR_7001'],
  'no-route': ['ROUTE_NOT_FOUND', 'ERR_7110'],
  'no-policies': ['ERR_7025'],
  'unknown-policies': ['UNKNOWN_IP_POLICY', 'ERR_7007'],
  'too-many-policies': ['ERR_7013'],
  'too-many': ['RATE_LIMITED', 'ERR_225', 'ERR_226'],
  /** Nothing is at this path, or not for this method. */
  'not-found': ['ENDPOINT_NOT_FOUND', 'METHOD_NOT_ALLOWED'],
};

export type RefusalCause = keyof typeof REFUSAL_CODES;

/** A Gatehouse in front of a service says so where the service itself has not answered, with 502 or 504. */
export const NO_ANSWER_CODES = [
  'UPSTREAM_UNREACHABLE',
  'UPSTREAM_LOST',
  'UPSTREAM_CERTIFICATE',
  'UPSTREAM_TIMEOUT',
];
