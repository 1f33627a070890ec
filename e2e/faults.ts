import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

/** What the service behind the proxy says, whole. */
export interface RealAnswer {
  status: number;
  headers: OutgoingHttpHeaders;
  body: string;
}

interface Asked {
  request: IncomingMessage;
  response: ServerResponse;
  /** Lets the service do what was asked, and takes its answer. */
  real: () => Promise<RealAnswer>;
  /** Resolves when the test lets slow answers go. */
  released: Promise<void>;
  /** Another origin, where nobody may be led. */
  elsewhere: string;
}

/** A bad answer, and what can be known of it. */
export interface Fault {
  answer: (asked: Asked) => void | Promise<void>;
  /** What every alert about it says. */
  says: (string | RegExp)[];
  /** What stands behind "Details" where the alert has them. */
  details?: string[];
  /** What the browser itself logs of it. */
  logged?: number | 'no answer';
  /**
   * What became of a change: the service has refused it, or nobody can tell by this answer, where nothing was done
   * or all of it.
   */
  outcome: 'refused' | 'undone' | 'done';
  /** May be over in a moment, so a read is tried again. */
  isPassing?: true;
  /** Milliseconds in which nothing may be sent. */
  pauseMs?: number;
}

const OPERATION_ID = 'op_of_the_proxy';

const json = { 'content-type': 'application/json' };
const page = '<!doctype html><title>Elsewhere</title><h1>Log in to the intranet</h1>';

interface Refusal {
  msg?: string;
  details?: Record<string, string>;
  headers?: () => OutgoingHttpHeaders;
}

/** Causes that stand in the sentence in place of the status. */
const CAUSES: Record<number, string> = {
  401: 'The key was refused.',
  403: 'This key may not do that.',
};

/** In the form that the service documents. */
export function refused(status: number, code: string, refusal: Refusal = {}): Fault {
  const { msg = 'Refused by the proxy', details, headers } = refusal;
  const body = JSON.stringify({
    error_code: code,
    status_code: status,
    msg,
    details: { operation_id: OPERATION_ID, ...details },
  });
  return {
    answer: ({ response }) =>
      void response.writeHead(status, { ...json, ...headers?.() }).end(body),
    says: [CAUSES[status] ?? `The service answered ${status}.`],
    details: [`Code ${code}`, `Request id ${OPERATION_ID}`],
    logged: status,
    outcome: status < 500 ? 'refused' : 'undone',
  };
}

/** Asks to wait as well. */
function pausing(status: number, seconds: number, retryAfter = () => `${seconds}`): Fault {
  const fault = refused(status, 'WAIT', { headers: () => ({ 'retry-after': retryAfter() }) });
  // A date tells whole seconds.
  const wait = seconds > 120 ? `${seconds / 60} min` : `3[678] s`;
  return {
    ...fault,
    says: [...fault.says, new RegExp(`The service asks to wait ${wait}\\.`)],
    pauseMs: seconds * 1000,
  };
}

/** The right answer, spoilt on its way. */
function spoilt(says: string[], spoil: (answer: RealAnswer) => Partial<RealAnswer>): Fault {
  return {
    answer: async ({ response, real }) => {
      const answer = await real();
      const { status, headers, body } = { ...answer, ...spoil(answer) };
      response.writeHead(status, headers).end(body);
    },
    says,
    outcome: 'done',
  };
}

/** The right answer with other content. */
export const rewritten = <Body extends object>(change: (body: Body) => Body): Fault =>
  spoilt([], (answer) => {
    const { 'content-length': _, ...headers } = answer.headers;
    const body = JSON.parse(answer.body) as Body; // the service's own, so as the contract says
    return { headers, body: JSON.stringify(change(body)) };
  });

const right = spoilt([], () => ({}));

/** Right, but only when the test lets it go. */
export const slow: Fault = {
  ...right,
  answer: async (asked) => {
    await asked.released;
    await right.answer(asked);
  },
};

/** Right or as another fault has it, but so much later. */
export const delayed = (ms: number, { answer, ...fault } = right): Fault => ({
  ...fault,
  answer: async (asked) => {
    await sleep(ms);
    await answer(asked);
  },
});

const unreadable = (issue: string) => ['in a way this app does not know.', issue];
const inPlaceOfBody = (body: string, issue: string, headers: OutgoingHttpHeaders = json) =>
  spoilt(unreadable(issue), () => ({ headers, body }));
const ofType = (type: string) =>
  spoilt(unreadable(`The answer is not JSON but ${type}.`), ({ headers }) => ({
    headers: { ...headers, 'content-type': type },
  }));

const unanswered = (answer: Fault['answer'], says: string): Fault => ({
  answer,
  says: [says],
  logged: 'no answer',
  outcome: 'undone',
  isPassing: true,
});

const httpDate = (seconds: number) => new Date(Date.now() + seconds * 1000).toUTCString();

export const refusals = {
  'a refusal': refused(400, 'BAD_REQUEST'),
  'no right': refused(403, 'FORBIDDEN'),
  'not there': refused(404, 'NOT_FOUND'),
  'a conflict': refused(409, 'CONFLICT'),
  'a condition that does not hold': refused(412, 'PRECONDITION_FAILED'),
  'fields that are refused': refused(422, 'UNPROCESSABLE', {
    details: { colour: 'No such colour' },
  }),
  'too many without a time': refused(429, 'RATE_LIMITED'),
} satisfies Record<string, Fault>;

export const signedOut = refused(401, 'NOT_AUTHENTICATED');

/** The first is compared with the clock of the page, so it comes before that is set forward. */
export const pauses = {
  'too many until a date': pausing(429, 37, () => httpDate(37)),
  'too many for 37 s': pausing(429, 37),
  'too many for an hour': pausing(429, 3600),
  'away for 37 s': pausing(503, 37),
} satisfies Record<string, Fault>;

export const breakdowns = {
  broken: { ...refused(500, 'INTERNAL'), isPassing: true },
  'a gateway’s page': {
    answer: ({ response }) =>
      void response.writeHead(502, { 'content-type': 'text/html' }).end(page),
    says: ['The service answered 502.'],
    logged: 502,
    outcome: 'undone',
    isPassing: true,
  },
  away: { ...refused(503, 'UNAVAILABLE'), isPassing: true },
} satisfies Record<string, Fault>;

export const lost = {
  'closed at once': unanswered(({ request }) => void request.socket.destroy(), 'No answer from'),
  'cut in the middle': unanswered(async ({ response }) => {
    response.writeHead(200, { ...json, 'content-length': '1000' });
    response.write('{"bot_users":[', () => response.destroy());
  }, 'The service answered 200, but the answer broke off.'),
} satisfies Record<string, Fault>;

export const silent: Fault = {
  answer: () => {},
  says: ['No answer within 15 seconds.'],
  outcome: 'undone',
};

export const redirects = {
  'a redirect': redirect(() => '/sign-in'),
  'a redirect elsewhere': redirect(({ elsewhere }) => `${elsewhere}/api/bot_users`),
} satisfies Record<string, Fault>;

function redirect(location: (asked: Asked) => string): Fault {
  return {
    answer: (asked) => void asked.response.writeHead(307, { location: location(asked) }).end(),
    says: unreadable('The answer is a redirect, which is not followed.'),
    outcome: 'undone',
  };
}

/** Successes that cannot be read. */
export const unreadables = {
  'a web page': inPlaceOfBody(page, 'The answer is a web page.', { 'content-type': 'text/html' }),
  nothing: inPlaceOfBody('', 'The answer is empty.'),
  'JSON named a page': ofType('text/html'),
  'JSON named a picture': ofType('image/png'),
  'half of the JSON': spoilt(
    unreadable('The answer is not JSON, or a part of it is missing.'),
    ({ headers, body }) => {
      const half = body.slice(0, body.length / 2);
      return { headers: { ...headers, 'content-length': Buffer.byteLength(half) }, body: half };
    },
  ),
  'a list in place of an object': inPlaceOfBody('[]', 'missing or of another kind.'),
  'no object': inPlaceOfBody('7', 'missing or of another kind.'),
  'other fields': inPlaceOfBody('{"name":"x"}', 'missing or of another kind.'),
  'fields of other kinds': inPlaceOfBody(
    '{"id":7,"uri":[],"name":{},"active":"yes","created_at":null,"bot_users":{},"enabled":1,"ip_policies":7}',
    'missing or of another kind.',
  ),
} satisfies Record<string, Fault>;

/** Where 204 is the only success. */
export const otherThan204 = {
  'a web page': spoilt204(page, 'text/html'),
  nothing: spoilt204('', 'application/json'),
} satisfies Record<string, Fault>;

function spoilt204(body: string, type: string): Fault {
  const issue = 'Status 200 came where 204 says that it is done.';
  return spoilt(unreadable(issue), () => ({
    status: 200,
    headers: { 'content-type': type },
    body,
  }));
}
