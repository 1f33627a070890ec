import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { access } from '#web/api/access.ts';
import { queryClient } from '#web/api/query-client.ts';
import { knownRoutes } from '#web/features/routes/known-routes.ts';
import { Component as RestrictionPage } from '#web/features/routes/restriction-page.tsx';
import { paths } from '#web/paths.ts';
import {
  makeRestriction,
  makeRoute,
  noResponse,
  refuse,
  restrictionPath,
  startFakeService,
} from '#web/test/fake-service.ts';
import { renderPage } from '#web/test/render.tsx';
import { notify, outcome } from '#web/ui/notify.ts';

const EDITOR = '/edges/edge_1/routes/route_1/ip-restriction';
const PATH = restrictionPath('route_1');
const PUT = `PUT ${PATH}`;

beforeEach(() => {
  notify(undefined);
});

type Given = Parameters<typeof makeRestriction> | null;

/** Opens the editor of a route with this IP restriction, without a list of policies. */
function openEditor(given: Given, config = {}) {
  const restrictions = given ? { [PATH]: makeRestriction(...given) } : {};
  const service = startFakeService({ restrictions });
  knownRoutes().add([{ ...makeRoute('route_1'), label: 'Payments' }]);
  const page = renderPage(<RestrictionPage />, {
    at: EDITOR,
    path: paths.ipRestriction,
    routes: [{ path: '/elsewhere', element: <h1>Elsewhere</h1> }],
    config: { inventory_base: null, ...config },
  });
  const { user } = page;
  const press = async (name: string) => user.click(await screen.findByRole('button', { name }));
  const turn = async () => user.click(await screen.findByRole('switch'));
  const review = () => press('Review changes');
  const apply = () => press('Apply changes');
  return {
    ...page,
    service,
    press,
    add: async (text: string) => {
      const field = await screen.findByRole('combobox', { name: 'Add IP policies' });
      fireEvent.change(field, { target: { value: text } });
      fireEvent.keyDown(field, { key: 'Enter' });
    },
    now: () => {
      const { enabled, ip_policies = [] } = service.restrictions[PATH] ?? {};
      return enabled === undefined ? undefined : [enabled, ...ip_policies.map(({ id }) => id)];
    },
    turn,
    review,
    apply,
  };
}

const listed = () =>
  within(screen.getByRole('list', { name: 'IP policies' }))
    .queryAllByRole('listitem')
    .map(({ textContent }) => textContent);
const reviewDialog = () => screen.findByRole('dialog', { name: 'Review changes' });

describe('a change', () => {
  it('is sent as a whole after its review, with what is still in the field, and can be undone', async () => {
    const { service, user, turn, press, review, apply, now } = openEditor([true, 'a', 'b']);
    await review();
    await waitFor(() => expect(outcome.get()?.text).toBe('Nothing to apply.'));
    await press('Remove a');
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Remove b' }));
    await turn();
    expect(listed()).toEqual(['aRemovedPut back', 'b']);
    await user.click(screen.getByRole('combobox', { name: 'Add IP policies' }));
    await user.paste('c');
    await review();
    expect(listed()).toEqual(['aRemovedPut back', 'b', 'cAdded']);
    expect((await reviewDialog()).textContent).toContain('IP restriction turns off.');
    expect((await reviewDialog()).textContent).toContain('After this: off, 2 policies.');
    const changes = within(await reviewDialog()).getAllByRole('listitem');
    expect(changes.map(({ textContent }) => textContent)).toEqual([
      '− Removed: IP restriction: on',
      '+ Added: IP restriction: off',
      '+ Added: c',
      '− Removed: a',
    ]);
    expect(service.sent('PUT')).toEqual([]);
    await apply();
    await waitFor(() => expect(outcome.get()?.undo).toBeDefined());
    expect(now()).toEqual([false, 'b', 'c']);
    expect(listed()).toEqual(['b', 'c']);
    // One way back at a time.
    expect(screen.queryByText('Earlier version')).toBeNull();
    act(() => notify(undefined));
    expect(await screen.findByText('Earlier version')).toBeDefined();
  });

  it('that somebody else has made first is told, also where there is no form any more', async () => {
    const { service, press, router } = openEditor([true, 'a']);
    await screen.findByRole('switch');
    delete service.restrictions[PATH];
    await press('Remove IP restriction…');
    await screen.findByText('No IP restriction on this route');
    expect(outcome.get()?.text).toMatch(/^Nothing to apply: /);
    // As an Undo of its addition asks for it.
    act(() => notify(undefined));
    await act(() => router.navigate(EDITOR, { state: { restore: null } }));
    await waitFor(() => expect(outcome.get()?.text).toMatch(/^Nothing to apply: /));
  });

  it('that an Undo takes back leaves what was changed since, by whomever', async () => {
    const { apply, router, now } = openEditor([false, 'a', 'later']);
    await screen.findByRole('switch');
    const undone = { enabled: false, ip_policy_ids: ['a', 'b'] };
    const state = { restore: { enabled: true, ip_policy_ids: ['a'] }, undone };
    await act(() => router.navigate(EDITOR, { state }));
    expect((await reviewDialog()).textContent).toContain('IP restriction turns on.');
    await apply();
    await waitFor(() => expect(now()).toEqual([true, 'a', 'later']));
  });

  it('that leaves an empty list on asks for consent', async () => {
    const { press, review, apply, service, user, now } = openEditor([true, 'a']);
    await press('Remove a');
    await review();
    await apply();
    expect(await screen.findByText('Tick this to go on')).toBeDefined();
    expect(service.sent('PUT')).toEqual([]);
    await user.click(screen.getByRole('checkbox', { name: 'I know the list is empty' }));
    await apply();
    await waitFor(() => expect(now()).toEqual([true]));
  });

  it('of which nobody knows whether it was made is looked up when its dialog is left', async () => {
    const { user, turn, review, apply, press, service } = openEditor([true, 'a']);
    const stop = service.on(PUT, (happen) => {
      happen();
      return noResponse();
    });
    await turn();
    await review();
    await apply();
    await screen.findByText('We do not know if this was applied.');
    // Nothing is claimed of it meanwhile.
    expect(screen.queryByText('On')).toBeNull();
    stop();
    service.fail(`GET ${PATH}`, () => refuse(403), 1);
    await press('Keep editing');
    expect(await screen.findByText('The IP restriction could not be read.')).toBeDefined();
    expect(screen.queryByText('On')).toBeNull();
    await press('Reload');
    const question = within(await screen.findByRole('alertdialog'));
    await user.click(question.getByRole('button', { name: 'Discard changes' }));
    expect(await screen.findByText('Off')).toBeDefined();
  });

  it('of which nobody knows whether it was made is looked up before it is sent again', async () => {
    const { turn, review, apply, press, service, now } = openEditor([true, 'a']);
    service.on(PUT, (happen) => (happen(), Response.json({})));
    await turn();
    await review();
    await apply();
    await screen.findByText('We do not know if this was applied.');
    expect(screen.queryByRole('button', { name: 'Apply changes' })).toBeNull();
    await press('Check now');
    await waitFor(() => expect(outcome.get()?.undo).toBeDefined());
    expect([now(), service.sent('PUT').length]).toEqual([[false, 'a'], 1]);

    await press('Remove IP restriction…');
    service.fail('DELETE', noResponse, 1);
    await press('Remove');
    await screen.findByRole('button', { name: 'Check now' });
    await press('Remove');
    expect(service.sent('DELETE')).toHaveLength(1);
    await press('Check now');
    await screen.findByText('It is as it was before. Try again.');
    await press('Remove');
    await screen.findByText('No IP restriction on this route');
    expect(now()).toBeUndefined();
  });

  it('with policies that the service refuses keeps the list, and says which by one alert', async () => {
    const { add, review, apply, service } = openEditor([true, 'a']);
    service.fail(PUT, () =>
      refuse(400, { details: { ip_policy_ids: 'There are no IP policies x, y.' } }),
    );
    await add('x y');
    await review();
    await apply();
    const said = 'The service does not accept this IP policy';
    expect(await screen.findAllByText(said)).toHaveLength(2);
    expect(screen.getAllByRole('alert')).toHaveLength(1);
    expect(listed()).toHaveLength(3);
  });

  it('that the service saves otherwise is said', async () => {
    const { add, review, apply, service } = openEditor([true, 'a']);
    service.on(PUT, () => Response.json(makeRestriction(true, 'b')));
    await add('c');
    await review();
    await apply();
    await waitFor(() => expect(outcome.get()?.undo).toBeDefined());
    expect(render(outcome.get()?.text).container.textContent).toBe(
      'IP restriction applied to Payments. The service saved something different: on, 1 policy.',
    );
    expect(listed()).toEqual(['b']);
  });

  it('that is discarded while its review is read is not asked about', async () => {
    const { turn, press, review, service } = openEditor([true, 'a']);
    await turn();
    const held = service.hold('GET');
    await review();
    await held.next();
    await press('Discard changes');
    await held.answer();
    await waitFor(() => expect(queryClient.isMutating()).toBe(0));
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('is not lost by a read that fails, nor by leaving or reading again without a question', async () => {
    const { turn, press, review, router, service } = openEditor([true, 'a']);
    await turn();
    service.fail(`GET ${PATH}`, () => refuse(403));
    await review();
    expect((await screen.findByRole('alert')).textContent).toContain('your changes are still here');
    await press('Reload');
    await press('Keep editing');
    await act(() => router.navigate('/elsewhere'));
    await press('Keep editing');
    expect(router.state.location.pathname).toBe(EDITOR);
    expect(screen.getByRole('switch')).toHaveProperty('checked', false);
  });
});

it('an IP restriction that could not be read is read again', async () => {
  const { service, press } = openEditor([true, 'a']);
  service.fail('GET', () => refuse(403), 1);
  await screen.findByText(/^The IP restriction could not be read/);
  await press('Try again');
  expect(await screen.findByRole('switch')).toBeDefined();
});

it('policies of a pasted list are added at once, each once', async () => {
  openEditor([true, 'a']);
  const field = await screen.findByRole('combobox', { name: 'Add IP policies' });
  fireEvent.paste(field, { clipboardData: { getData: () => 'a\n"b", c ipp_a?b' } });
  expect(listed()).toEqual(['a', 'bAdded', 'cAdded']);
  screen.getByText('Added 2. 1 was already in the list.');
  expect(field).toHaveProperty('value', 'ipp_a?b');
  screen.getByText('‘ipp_a?b’ does not look like an id');
});

it('Enter adds the policy that was found, also from a keyboard on the screen, which sends no code', async () => {
  const { add, press } = openEditor([true, 'ipp_known']);
  await press('Remove ipp_known');
  const field = await screen.findByRole('combobox', { name: 'Add IP policies' });
  fireEvent.change(field, { target: { value: 'no such' } });
  expect(field.getAttribute('aria-expanded')).toBe('false');
  fireEvent.change(field, { target: { value: 'known' } });
  expect(field.getAttribute('aria-expanded')).toBe('true');
  expect(field.getAttribute('aria-activedescendant')).toBe(screen.getByRole('option').id);
  await add('known');
  await screen.findByText('Added 1.');
  expect(listed()).toEqual(['ipp_known']);
  await press('Remove ipp_known');
  expect(screen.queryByText('Added 1.')).toBeNull();
});

it('Enter that ends a composition adds nothing, also in Safari', async () => {
  openEditor([true, 'a']);
  const field = await screen.findByRole('combobox', { name: 'Add IP policies' });
  fireEvent.change(field, { target: { value: 'b' } });
  fireEvent.keyDown(field, { key: 'Enter', isComposing: true });
  fireEvent.keyDown(field, { key: 'Enter', keyCode: 229 });
  expect(listed()).toEqual(['a']);
});

it('keeps the draft beside what somebody else has changed, until one of both is chosen', async () => {
  const { add, press, review, service, now } = openEditor([true, 'a']);
  await add('b');
  service.restrictions[PATH] = makeRestriction(true, 'a', 'c');
  await review();
  await press('Keep editing');
  expect(listed()).toEqual(['a', 'bAdded']);
  await review();
  await press('Keep theirs');
  expect(listed()).toEqual(['a', 'c']);
  expect(service.sent('PUT')).toEqual([]);
  service.restrictions[PATH] = makeRestriction(true, 'a', 'd');
  await add('b');
  await review();
  await press('Apply yours');
  await waitFor(() => expect(now()).toEqual([true, 'a', 'c', 'b']));
  expect(listed()).toEqual(['a', 'c', 'b']);
});

it('shows what came between its review and the press, and applies both', async () => {
  const { add, press, review, apply, service, now } = openEditor([true, 'a', 'b']);
  await add('c');
  await review();
  await reviewDialog();
  service.restrictions[PATH] = makeRestriction(true, 'b');
  await apply();
  const dialog = await screen.findByRole('alertdialog');
  expect(dialog.textContent).toContain('They removed a; you added c.');
  expect(dialog.textContent).toContain('Applying yours undoes their change: adds a.');
  const versions = within(dialog).getAllByRole('region', { hidden: true });
  expect(versions.map(({ textContent }) => textContent)).toEqual([
    'LoadedIP restriction: ona (differs)b',
    'TheirsIP restriction: onb',
    'YoursIP restriction: ona (differs)bc (differs)',
  ]);
  await press('Apply merged');
  await waitFor(() => expect(now()).toEqual([true, 'b', 'c']));
  expect(listed()).toEqual(['b', 'c']);
});

it('warns in a conflict of what each way out would do, and asks a consent for that way alone', async () => {
  const { press, review, service, now } = openEditor([true, 'a']);
  await press('Remove all');
  service.restrictions[PATH] = makeRestriction(true, 'a', 'd');
  await review();
  const said = await screen.findAllByText(/removed where|does not say/);
  expect(said.map(({ textContent }) => textContent.replace(/ (removed|what) .*/, ''))).toEqual([
    'a and d are',
    'The service does not say',
    'a is',
  ]);
  await press('Apply yours');
  expect(now()).toEqual([true, 'a', 'd']);
  await press('Apply merged');
  await waitFor(() => expect(now()).toEqual([true, 'd']));
});

it('offers in a conflict no merged version that is yours, and says why yours is refused', async () => {
  const { press, review, service } = openEditor([true, 'a', 'b']);
  await press('Remove all');
  service.restrictions[PATH] = makeRestriction(true, 'a');
  await review();
  const dialog = await screen.findByRole('alertdialog');
  expect(within(dialog).queryByRole('button', { name: 'Apply merged' })).toBeNull();
  act(() => access.set({ ...access.get(), isReadOnly: true }));
  expect(dialog.textContent).toContain('This key can only read.');
});

it.each(['GET', 'PUT'])('a route that is gone meanwhile is told as such: %s', async (method) => {
  const { service, turn, review, apply } = openEditor([true, 'a']);
  await turn();
  const gone = () => refuse(404, { error_code: 'ROUTE_NOT_FOUND' });
  if (method === 'GET') service.fail(`GET ${PATH}`, gone);
  else service.fail(PUT, gone);
  await review();
  if (method === 'PUT') await apply();
  await screen.findByText('This route does not exist');
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(service.sent('PUT')).toHaveLength(method === 'PUT' ? 1 : 0);
});

it('more than ten policies have a filter, in which Enter reviews nothing', async () => {
  const ids = Array.from({ length: 12 }, (_, at) => `ipp_${at}_`);
  const { user, press } = openEditor([true, ...ids]);
  await user.click(await screen.findByRole('searchbox', { name: 'Filter IP policies' }));
  await user.keyboard('IPP_1{Enter}');
  expect(listed()).toEqual(['ipp_1_', 'ipp_10_', 'ipp_11_']);
  await press('Remove ipp_11_');
  expect(listed()).toEqual(['ipp_1_', 'ipp_10_', 'ipp_11_RemovedPut back']);
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Remove ipp_10_' }));
  await user.type(screen.getByRole('searchbox'), 'x');
  screen.getByText('No IP policy matches the filter.');
  expect(outcome.get()).toBeUndefined();
});

it('a removed one is put back later, by its review', async () => {
  const { press, now } = openEditor([true, 'a', 'b']);
  await press('Remove IP restriction…');
  await press('Remove');
  await screen.findByText('No IP restriction on this route');
  expect(now()).toBeUndefined();
  expect(screen.queryByRole('button', { name: 'Put back 2 policies' })).toBeNull();
  act(() => notify(undefined));
  await press('Put back 2 policies');
  expect((await reviewDialog()).textContent).toContain('After this: on, 2 policies.');
});

it('a removal can be a turning off instead', async () => {
  const { press } = openEditor([true, 'a']);
  await press('Remove IP restriction…');
  screen.getByText(/on this route\. The policies themselves are not deleted\. You can put it back/);
  await press('Turn off instead');
  expect((await reviewDialog()).textContent).toContain('IP restriction turns off.');
});
