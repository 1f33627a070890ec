// @vitest-environment happy-dom
// @vitest-environment-options { "url": "http://gatehouse.test/" }
import { act } from 'react';
import { afterEach, expect, it } from 'vitest';
import {
  removalFaults,
  writeFaults,
  type Fault,
} from '#web/features/routes/bad-responses.test.helper.ts';
import {
  apply,
  closePage,
  EDITOR,
  enforceSwitch,
  expectFocusKept,
  getByRole,
  isChecked,
  isShown,
  KEY,
  openPage,
  pass,
  press,
  queryByRole,
  receipt,
  refusal,
  review,
  reviewDialog,
  textOf,
} from '#web/features/routes/routes-pages.test.helper.tsx';
import { checkAccess } from '#web/api/call.ts';
import { session } from '#web/session/session.ts';

const open = async () => (await openPage(EDITOR, { enabled: true, ip_policy_ids: ['a'] })).service;

type Service = Awaited<ReturnType<typeof open>>;

const dialog = () => reviewDialog() ?? getByRole('alertdialog');
const alert = () => textOf('alert', undefined, dialog());

function expectToSay(fault: Fault) {
  for (const text of fault.says)
    if (typeof text === 'string') expect(alert()).toContain(text);
    else expect(alert()).toMatch(text);
}

/** One change with a bad response, up to its alert: sent once, whatever came. */
async function sendBadly(
  service: Service,
  method: string,
  fault: Fault,
  send: () => Promise<void>,
) {
  const sent = service.writes.length;
  service.respond(method, fault.respond);
  await send();
  await pass(fault.says[0] === 'No answer within 15 seconds.' ? 15_100 : 0);
  expectToSay(fault);
  expect(service.writes).toHaveLength(sent + 1);
  expectFocusKept();
}

/** A response that asks to wait, up to the end of the wait: nothing more is sent. */
async function waitOut(service: Service, pauseMs: number, ask: () => Promise<void>) {
  const { length } = service.requests;
  await ask();
  expect(alert()).toContain('Not sent: the service asks to wait');
  expect(service.requests).toHaveLength(length);
  await pass(pauseMs);
}

/** What "Check again" in the bar does: the right was given meanwhile. */
async function checkRight(service: Service) {
  service.respond('GET', () => Response.json({ bot_users: [], next_page_uri: null }));
  await act(checkAccess);
  service.heal();
}

const readAgain = () => press('button', 'Check now');
const remove = () => press('button', 'Remove module');

afterEach(closePage);

const withOutcome = (outcome: Fault['outcome']) =>
  Object.entries(writeFaults).filter(([, fault]) => fault.outcome === outcome);

async function applyBadly(fault: Fault) {
  const service = await open();
  await press(...enforceSwitch);
  await review();
  await sendBadly(service, 'PUT', fault, apply);
  return service;
}

function expectApplied(service: Service) {
  expect(reviewDialog()).toBeUndefined();
  expect(receipt()).toContain('IP restriction applied to');
  expect(isChecked(...enforceSwitch)).toBe(false);
  expect(service.module).toEqual({ enabled: false, ip_policy_ids: ['a'] });
}

it.each(withOutcome('refused'))('may apply a module again after %s', async (name, fault) => {
  const service = await applyBadly(fault);
  expect(alert()).toContain('Not applied.');
  if (fault.pauseMs) await waitOut(service, fault.pauseMs, apply);
  service.heal();
  if (name === 'no right') await checkRight(service);
  await apply();
  expectApplied(service);
});

it.each([...withOutcome('undone'), ...withOutcome('done')])(
  'looks at a module before it is applied again after %s',
  async (_, fault) => {
    const service = await applyBadly(fault);
    expect(alert()).toContain('We do not know if this was applied.');
    expect(queryByRole('button', 'Apply changes')).toBeUndefined();
    if (fault.pauseMs) await waitOut(service, fault.pauseMs, readAgain);
    service.heal();
    const isDone = service.module?.enabled === false;
    await readAgain();
    expect(isDone).toBe(fault.outcome === 'done');
    expect(isShown('The module is as it was before. Apply again.')).toBe(!isDone);
    if (!isDone) await apply();
    expectApplied(service);
    expect(service.writes).toHaveLength(isDone ? 1 : 2);
  },
);

it.each(Object.entries(removalFaults))(
  'may remove a module again after %s',
  async (name, fault) => {
    const service = await open();
    await press('button', 'Remove module…');
    await sendBadly(service, 'DELETE', fault, remove);
    expect(alert()).toContain(
      fault.outcome === 'refused' ? 'Not removed.' : 'We do not know if this was removed.',
    );
    if (fault.pauseMs) await waitOut(service, fault.pauseMs, remove);
    service.heal();
    if (name === 'no right') await checkRight(service);
    await remove();
    expect(queryByRole('alertdialog')).toBeUndefined();
    expect(receipt()).toContain('IP restriction removed from');
    expect(isShown('No IP restriction on this route')).toBe(true);
    expect(service.module).toBeNull();
  },
);

it.each([
  ['PUT', 'Apply again.', async () => (await press(...enforceSwitch), await review()), apply],
  ['DELETE', 'Remove it again.', () => press('button', 'Remove module…'), remove],
])('sends a %s with a refused key again only when asked to', async (method, next, begin, send) => {
  const service = await open();
  await begin();
  service.respond(method, () => refusal(401, 'NOT_AUTHENTICATED'));
  await send();
  expect(session.state().kind).toBe('expired');
  expect(alert()).toContain(`The key was refused. ${next}`);
  service.heal();
  await act(async () => session.signIn(KEY, false));
  await pass(0);
  expect(service.writes).toHaveLength(1);
  await send();
  expect(receipt()).toContain('IP restriction');
  expect(service.writes).toHaveLength(2);
});
