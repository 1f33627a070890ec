import { refusal } from '#web/features/routes/routes-pages.test.helper.tsx';

/** A bad response to a change, and what can be known of it. */
export interface Fault {
  /** @param real lets the service do what was asked */
  respond: (real: () => Response) => Response | Promise<Response>;
  /** What the alert about it says. */
  says: (string | RegExp)[];
  /** What became of the change: it is refused, or nobody can tell, where nothing was done or all of it. */
  outcome: 'refused' | 'undone' | 'done';
  /** Milliseconds in which nothing may be sent. */
  pauseMs?: number;
}

const html = '<!doctype html><title>Elsewhere</title><h1>Log in to the intranet</h1>';
const UNREADABLE = 'in a way this app does not know.';

const refused = (status: number, code: string, details: object = {}): Fault => ({
  respond: () => refusal(status, code, { details: { operation_id: 'op_1', ...details } }),
  says: [`The service answered ${status}`, `Code ${code}`, 'Request id op_1'],
  outcome: status < 500 ? 'refused' : 'undone',
});

function pausing(status: number, seconds: number, retryAfter = () => `${seconds}`): Fault {
  const fault = refused(status, 'WAIT');
  // A date tells whole seconds.
  const wait = seconds > 120 ? `${seconds / 60} min` : '3[678] s';
  return {
    ...fault,
    respond: () => {
      const response = refusal(status, 'WAIT', { details: { operation_id: 'op_1' } });
      response.headers.set('retry-after', retryAfter());
      return response;
    },
    says: [...fault.says, new RegExp(`The service asks to wait ${wait}\\.`)],
    pauseMs: seconds * 1000,
  };
}

/** The service has done it, and its response is spoilt on the way. */
const spoilt = (issue: string, spoil: (body: string) => Response): Fault => ({
  respond: async (real) => spoil(await real().text()),
  says: [UNREADABLE, issue],
  outcome: 'done',
});
const json = { 'content-type': 'application/json' };
const bodyOf = (body: string, issue: string, headers = json) =>
  spoilt(issue, () => new Response(body, { headers }));
const ofType = (type: string) =>
  spoilt(
    `The answer is not JSON but ${type}.`,
    (body) => new Response(body, { headers: { 'content-type': type } }),
  );

const lost = (respond: Fault['respond'], says: string): Fault => ({
  respond,
  says: [says],
  outcome: 'undone',
});

const faults: Record<string, Fault> = {
  'a refusal': refused(400, 'BAD_REQUEST'),
  'no right': refused(403, 'FORBIDDEN'),
  'not there': refused(404, 'NOT_FOUND'),
  'a conflict': refused(409, 'CONFLICT'),
  'a condition that does not hold': {
    ...refused(412, 'PRECONDITION_FAILED'),
    says: ['The service reports a change, but nothing differs.'],
  },
  'fields that are refused': refused(422, 'UNPROCESSABLE', { colour: 'No such colour' }),
  'too many without a time': refused(429, 'RATE_LIMITED'),
  broken: refused(500, 'INTERNAL'),
  'a gateway’s page': lost(
    () => new Response(html, { status: 502, headers: { 'content-type': 'text/html' } }),
    'The service answered 502.',
  ),
  away: refused(503, 'UNAVAILABLE'),
  'no response': lost(() => Promise.reject(new TypeError('Failed to fetch')), 'No answer from'),
  'cut in the middle': lost(() => {
    const body = new ReadableStream({
      pull: (controller) => controller.error(new TypeError('cut')),
    });
    return new Response(body, { headers: json });
  }, 'The service answered 200, but the answer broke off.'),
  'a redirect': {
    respond: () => new Response(null, { status: 307, headers: { location: '/sign-in' } }),
    says: [UNREADABLE, 'The answer is a redirect, which is not followed.'],
    outcome: 'undone',
  },
  'too many until a date': pausing(429, 37, () => new Date(Date.now() + 37_000).toUTCString()),
  'too many for 37 s': pausing(429, 37),
  'too many for an hour': pausing(429, 3600),
  'away for 37 s': pausing(503, 37),
  silent: lost(() => new Promise(() => {}), 'No answer within 15 seconds.'),
};

export const writeFaults: Record<string, Fault> = {
  ...faults,
  'a web page': bodyOf(html, 'The answer is a web page.', { 'content-type': 'text/html' }),
  nothing: bodyOf('', 'The answer is empty.'),
  'JSON named a page': ofType('text/html'),
  'JSON named a picture': ofType('image/png'),
  'half of the JSON': spoilt(
    'The answer is not JSON, or a part of it is missing.',
    (body) => new Response(body.slice(0, body.length / 2), { headers: json }),
  ),
  'a list in place of an object': bodyOf('[]', 'missing or of another kind.'),
  'no object': bodyOf('7', 'missing or of another kind.'),
  'other fields': bodyOf('{"name":"x"}', 'missing or of another kind.'),
  'fields of other kinds': bodyOf('{"enabled":1,"ip_policies":7}', 'missing or of another kind.'),
};

const { 'not there': _, ...faultsOfWhatIsThere } = faults;
const ISSUE_204 = 'Status 200 came where 204 says that it is done.';

/** Of a removal, where 204 is the only success; what is not there is removed already. */
export const removalFaults: Record<string, Fault> = {
  ...faultsOfWhatIsThere,
  'a web page': bodyOf(html, ISSUE_204, { 'content-type': 'text/html' }),
  nothing: bodyOf('', ISSUE_204),
};
