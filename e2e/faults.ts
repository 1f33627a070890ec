import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';

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
}

export interface Fault {
  answer: (asked: Asked) => void | Promise<void>;
  /** What the browser itself logs of it. */
  logged?: number | 'no answer';
}

const json = { 'content-type': 'application/json' };

/** In the form that the service documents. */
export const refused = (status: number, error_code: string, msg = 'Refused'): Fault => ({
  answer: ({ response }) =>
    void response
      .writeHead(status, json)
      .end(JSON.stringify({ error_code, status_code: status, msg, details: {} })),
  logged: status,
});

export const redirect: Fault = {
  answer: ({ response }) => void response.writeHead(307, { location: '/sign-in' }).end(),
};

/** The right answer, changed on its way. */
const changed = (change: (answer: RealAnswer) => Partial<RealAnswer>): Fault => ({
  answer: async ({ response, real }) => {
    const answer = await real();
    const { status, headers, body } = { ...answer, ...change(answer) };
    response.writeHead(status, headers).end(body);
  },
});

/** The right answer with other content. */
export const rewritten = <Body extends object>(change: (body: Body) => Body): Fault =>
  changed((answer) => {
    const { 'content-length': _, ...headers } = answer.headers;
    const body = JSON.parse(answer.body) as Body; // the service's own, so as the contract says
    return { headers, body: JSON.stringify(change(body)) };
  });

const right = changed(() => ({}));

/** The right answer, or another one, but not before that. */
export const heldUntil = (opened: Promise<void>, fault: Fault = right): Fault => ({
  ...fault,
  answer: async (asked) => {
    await opened;
    await fault.answer(asked);
  },
});

/** No answer arrives, or not all of it. */
export const lost = {
  'closed at once': {
    answer: ({ request }) => void request.socket.destroy(),
    logged: 'no answer',
  },
  'cut in the middle': {
    answer: ({ response }) => {
      response.writeHead(200, { ...json, 'content-length': '1000' });
      response.write('{"bot_users":[', () => response.destroy());
    },
    logged: 'no answer',
  },
} satisfies Record<string, Fault>;
