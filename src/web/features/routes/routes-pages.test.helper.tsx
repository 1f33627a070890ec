import { QueryClientProvider } from '@tanstack/react-query';
import { act, useRef } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { Route, Routes } from 'react-router-dom';
import { expect, vi } from 'vitest';
import type { IpRestrictionReplace } from '#contract/ip-restriction.ts';
import { PageRouter } from '#web/app/page-router.tsx';
import { pageHistory } from '#web/lib/page-history.ts';
import { ConfigContext, loadConfig } from '#web/api/config.ts';
import { createQueryClient } from '#web/api/query-client.ts';
import { ApplyPage } from '#web/features/routes/apply/apply-page.tsx';
import { IpRestrictionPage } from '#web/features/routes/editor/ip-restriction-page.tsx';
import { knownRoutes } from '#web/features/routes/known-routes.ts';
import { RoutesPage } from '#web/features/routes/list/routes-page.tsx';
import { paths } from '#web/paths.ts';
import { session } from '#web/session/session.ts';
import { AnnounceRegion } from '#web/ui/announcer.tsx';
import { useFocusRescue } from '#web/ui/keyboard/focus.ts';
import { UndoHost } from '#web/features/jobs/recent-changes/changes-parts.tsx';
import { ReceiptProvider } from '#web/ui/feedback/receipt.tsx';

export const KEY = 'key-of-the-routes-tests-1234';
export const route = { edge_id: 'edge_1', id: 'route_1', label: 'Payments' };
export const EDITOR = '/edges/edge_1/routes/route_1/ip-restriction';

export const refusal = (status: number, error_code: string, more: object = {}) =>
  Response.json({ error_code, status_code: status, msg: 'Refused.', ...more }, { status });

/** @param real lets the service do what was asked */
type Responder = (real: () => Response) => Response | Promise<Response>;

/** One route's module behind a service with tags; what a second person does to it is done to the fields. */
class Service {
  module: IpRestrictionReplace | null = null;
  /** Whether it tags what it shows. */
  isTagged = true;
  /** Method and condition of every request so far. */
  readonly requests: string[] = [];
  readonly unknownPolicies = new Set<string>();
  #version = 1;
  #responders: Array<{ method: string; respond: Responder; left: number }> = [];

  set(enabled: boolean, ip_policy_ids: string[]) {
    this.module = { enabled, ip_policy_ids };
    this.#version += 1;
  }

  /** From now on, or so many times, a method gets this response. */
  respond(method: string, respond: Responder, left = Infinity) {
    this.#responders.unshift({ method, respond, left });
  }

  /** Somebody else is faster by a moment: the next `method` comes only after their change. */
  overtake(method: string, change: () => void) {
    const respond: Responder = (real) => {
      change();
      return real();
    };
    this.respond(method, respond, 1);
  }

  /** Responds as it should again. */
  heal() {
    this.#responders = [];
  }

  get writes() {
    return this.requests.filter((line) => !line.startsWith('GET'));
  }

  fetch = async (request: Request): Promise<Response> => {
    const { method, headers } = request;
    const { pathname } = new URL(request.url);
    if (pathname === '/config.json') return Response.json({ service_host: 'api.test' });
    const ifMatch = headers.get('if-match');
    const ifNoneMatch = headers.get('if-none-match');
    this.requests.push([method, ifMatch ?? ifNoneMatch].filter((part) => part !== null).join(' '));
    const body = method === 'PUT' ? ((await request.json()) as IpRestrictionReplace) : null;
    const responder = this.#responders.find((each) => each.method === method && each.left > 0);
    if (responder) responder.left -= 1;
    const real = () => {
      if (!pathname.includes('/route_1/')) return refusal(404, 'ROUTE_NOT_FOUND');
      const isRefused =
        (ifMatch !== null && (this.module === null || ifMatch !== this.#tag())) ||
        (ifNoneMatch !== null && this.module !== null);
      return isRefused ? refusal(412, 'PRECONDITION_FAILED') : this.#handle(method, body);
    };
    const signal = new Promise<never>((_, reject) => {
      request.signal.addEventListener('abort', () => reject(request.signal.reason as Error));
    });
    return Promise.race([signal, responder ? responder.respond(real) : real()]);
  };

  #handle(method: string, body: IpRestrictionReplace | null): Response {
    const unknown = body?.ip_policy_ids.filter((id) => this.unknownPolicies.has(id)) ?? [];
    if (unknown.length > 0) {
      const fields = unknown.map((id) => [
        `ip_policy_ids.${id}`,
        'There is no IP policy with this id',
      ]);
      return refusal(400, 'UNKNOWN_IP_POLICY', { details: Object.fromEntries(fields) });
    }
    if (body) this.set(body.enabled, body.ip_policy_ids);
    if (this.module === null) return refusal(404, 'MODULE_NOT_FOUND');
    if (method === 'DELETE') {
      this.module = null;
      return new Response(null, { status: 204 });
    }
    const { enabled, ip_policy_ids } = this.module;
    const ip_policies = ip_policy_ids.map((id) => ({ id, uri: `/ip_policies/${id}` }));
    const tag = this.isTagged ? { etag: this.#tag() } : undefined;
    return Response.json({ enabled, ip_policies }, { headers: tag ?? {} });
  }

  #tag = () => `"${this.#version}"`;
}

function Frame() {
  const main = useRef<HTMLElement>(null);
  useFocusRescue(main);
  return (
    <ReceiptProvider>
      <main ref={main} id="main" tabIndex={-1}>
        <Routes>
          <Route path={paths.routes} element={<RoutesPage />} />
          <Route path={paths.applyToRoutes} element={<ApplyPage />} />
          <Route path={paths.ipRestriction} element={<IpRestrictionPage />} />
          <Route path="*" element={null} />
        </Routes>
      </main>
      <UndoHost />
    </ReceiptProvider>
  );
}

let root: Root | undefined;
let undoAdd = () => {};

/** A page in front of a service, after its first response. */
export async function openPage(
  at: string,
  module: IpRestrictionReplace | null,
  { isTagged = true } = {},
) {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  if (!vi.isFakeTimers())
    vi.useFakeTimers({
      toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'performance', 'Date'],
    });
  const service = new Service();
  service.module = module;
  service.isTagged = isTagged;
  vi.stubGlobal('fetch', service.fetch);
  const config = await loadConfig();
  session.signIn(KEY, false);
  knownRoutes().add([route]);
  undoAdd = () => knownRoutes().remove(route);
  pageHistory.replace(at);
  const client = createQueryClient();
  root = createRoot(document.body.appendChild(document.createElement('div')));
  await act(async () =>
    root?.render(
      <ConfigContext value={config}>
        <QueryClientProvider client={client}>
          <PageRouter>
            <Frame />
          </PageRouter>
          <AnnounceRegion />
        </QueryClientProvider>
      </ConfigContext>,
    ),
  );
  await pass(0);
  return { service, client, navigate: (to: string) => act(async () => pageHistory.push(to)) };
}

export async function closePage() {
  await act(async () => root?.unmount());
  root = undefined;
  undoAdd();
  session.end('none');
  vi.clearAllTimers();
  document.body.replaceChildren();
  vi.unstubAllGlobals();
}

const turn = () => new Promise<void>((resolve) => setImmediate(resolve));

/** Lets time go by, and what follows from that and from the responses happen. */
export const pass = (ms: number) =>
  act(async () => {
    for (let turns = 0; turns < 4; turns++) await turn();
    await vi.advanceTimersByTimeAsync(ms);
    for (let turns = 0; turns < 8; turns++) await turn();
  });

const SELECTORS = {
  alert: '[role=alert]',
  alertdialog: '[role=alertdialog]',
  button: 'button',
  checkbox: 'input[type=checkbox]:not([role])',
  dialog: '[role=dialog]',
  heading: 'h1, h2, h3',
  link: 'a[href]',
  list: 'ul, ol',
  listitem: 'li',
  menuitem: '[role=menuitem]',
  radio: 'input[type=radio]',
  region: 'section[aria-label], section[aria-labelledby]',
  row: 'tbody tr',
  status: '[role=status]',
  switch: '[role=switch]',
  table: 'table',
  textbox: 'textarea, input:not([type]), input[type=text], input[type=datetime-local]',
} as const;
type Role = keyof typeof SELECTORS;

function nameOf(element: HTMLElement): string {
  const labelledBy = element.getAttribute('aria-labelledby');
  const label =
    element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement
      ? element.labels?.[0]?.textContent
      : undefined;
  return (
    element.getAttribute('aria-label') ??
    (labelledBy === null ? undefined : document.getElementById(labelledBy)?.textContent) ??
    label ??
    element.textContent
  ).trim();
}

const matches = (name: string | RegExp, text: string) =>
  typeof name === 'string' ? text === name : name.test(text);

/** All with this role and name, in the order of the page. */
export const allByRole = (
  role: Role,
  name: string | RegExp = /(?:)/,
  inside: ParentNode = document,
) =>
  [...inside.querySelectorAll<HTMLElement>(SELECTORS[role])].filter((each) =>
    matches(name, nameOf(each)),
  );

export const queryByRole = (...query: Parameters<typeof allByRole>) => allByRole(...query)[0];

export function getByRole(...query: Parameters<typeof allByRole>): HTMLElement {
  const found = queryByRole(...query);
  if (!found)
    throw new Error(`No ${query[0]} is called ${query[1]} in ${document.body.textContent}`);
  return found;
}

export async function press(...query: Parameters<typeof allByRole>) {
  await act(async () => {
    const control = getByRole(...query);
    control.focus();
    control.click();
    await vi.dynamicImportSettled();
  });
  await pass(0);
}

export const type = (name: string, text: string) =>
  act(async () => {
    const field = getByRole('textbox', name);
    const prototype =
      field instanceof HTMLInputElement
        ? HTMLInputElement.prototype
        : HTMLTextAreaElement.prototype;
    Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(field, text);
    field.dispatchEvent(new Event('input', { bubbles: true }));
  });

export const textOf = (...query: Parameters<typeof allByRole>) => getByRole(...query).textContent;
export const isShown = (text: string) => document.body.textContent.includes(text);
export const receipt = () => textOf('status', 'Last change');
export const isChecked = (...query: Parameters<typeof allByRole>) => {
  const control = getByRole(...query);
  return control instanceof HTMLInputElement && control.checked;
};
/** A control that goes away must not take the focus with it: a keyboard would start anew. */
export const expectFocusKept = () => expect(document.activeElement).not.toBe(document.body);

// Of the editor.

export const enforceSwitch = ['switch', 'Enforce IP restriction'] as const;

export async function addPolicies(ids: string) {
  await type('Add IP policy ids', ids);
  await press('button', 'Add');
}

export const policies = () =>
  allByRole('listitem', undefined, getByRole('list', 'IP policies')).map(
    ({ textContent }) => textContent,
  );

export const review = () => press('button', 'Review changes');
export const reviewDialog = () => queryByRole('dialog', 'Review changes');
export const conflictDialog = () =>
  queryByRole('alertdialog', 'This route changed while you were editing');
export const apply = () => press('button', 'Apply changes');
