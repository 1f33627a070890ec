import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { knownRoutes } from '#web/features/routes/known-routes.ts';
import { Component as RestrictionPage } from '#web/features/routes/restriction-page.tsx';
import {
  makeRestriction,
  makeRoute,
  noResponse,
  refuse,
  restrictionPath,
  startFakeService,
} from '#web/test/fake-service.ts';
import { renderPage } from '#web/test/render.tsx';
import { paths } from '#web/paths.ts';
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
  return {
    ...page,
    service,
    press,
    add: async (text: string) => {
      const field = await screen.findByRole('combobox', { name: 'Add IP policies' });
      await user.clear(field);
      await user.type(field, `${text.replaceAll('[', '[[')}{Enter}`);
    },
    set: (...next: Parameters<typeof makeRestriction>) => {
      service.restrictions[PATH] = makeRestriction(...next);
    },
    now: () => {
      const { enabled, ip_policies = [] } = service.restrictions[PATH] ?? {};
      return enabled === undefined ? undefined : [enabled, ...ip_policies.map(({ id }) => id)];
    },
    turn: async () => user.click(await screen.findByRole('switch')),
    review: () => press('Review changes'),
    apply: () => press('Apply changes'),
  };
}

const listed = () =>
  within(screen.getByRole('list', { name: 'IP policies' }))
    .queryAllByRole('listitem')
    .map(({ textContent }) => textContent);
const reviewDialog = () => screen.findByRole('dialog', { name: 'Review changes' });
const conflictDialog = () =>
  screen.findByRole('alertdialog', { name: 'This route changed while you were editing' });

describe('a change', () => {
  it('is sent as a whole after its review, and can be undone', async () => {
    const { service, turn, add, press, review, apply, now } = openEditor([true, 'a', 'b']);
    await add('c');
    await press('Remove a');
    await turn();
    expect(listed()).toEqual(['aRemovedPut back', 'b', 'cAdded']);
    await review();
    expect((await reviewDialog()).textContent).toContain('IP restriction turns off.');
    expect((await reviewDialog()).textContent).toContain('After this: off, 2 policies.');
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

  it('of nothing is not sent', async () => {
    const { review, service } = openEditor([true, 'a']);
    await review();
    expect(await screen.findByText('Nothing to apply.')).toBeDefined();
    expect(service.sent('PUT')).toEqual([]);
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

  it('with a policy that the service refuses keeps the list, and says which', async () => {
    const { add, review, apply, service } = openEditor([true, 'a']);
    const fields = { ip_policy_ids: 'There is no IP policy x.' };
    service.fail(PUT, () =>
      refuse(400, { error_code: 'INVALID', msg: 'Invalid', details: fields }),
    );
    await add('x');
    await review();
    await apply();
    expect(await screen.findByText('The service does not accept this IP policy')).toBeDefined();
    expect(listed()).toHaveLength(2);
  });

  it('that the service saves otherwise is said', async () => {
    const { add, review, apply, service } = openEditor([true, 'a']);
    service.on(PUT, () => Response.json(makeRestriction(true, 'b')));
    await add('c');
    await review();
    await apply();
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain('The service saved something different.');
    const changes = within(alert).getAllByRole('listitem');
    expect(changes.map(({ textContent }) => textContent)).toEqual([
      '+ Added: b',
      '− Removed: a',
      '− Removed: c',
    ]);
  });

  it('of which nobody knows is read before anything is sent again', async () => {
    const { turn, review, apply, press, service, now } = openEditor([true, 'a']);
    service.on(PUT, (happen) => {
      happen();
      return noResponse();
    });
    await turn();
    await review();
    await apply();
    await screen.findByText('We do not know if this was applied.');
    expect(screen.queryByRole('button', { name: 'Apply changes' })).toBeNull();
    await press('Check now');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(now()).toEqual([false, 'a']);
    expect(service.sent('PUT')).toHaveLength(1);
  });

  it('survives a read that fails before the review', async () => {
    const { turn, review, service } = openEditor([true, 'a']);
    await turn();
    service.fail(`GET ${PATH}`, () => refuse(403));
    await review();
    expect((await screen.findByRole('alert')).textContent).toContain('your changes are still here');
    expect(screen.getByRole('switch')).toHaveProperty('checked', false);
  });

  it('is not lost by leaving or by reading again without a question', async () => {
    const { turn, press, router } = openEditor([true, 'a']);
    await turn();
    await press('Reload');
    await press('Keep editing');
    await act(() => router.navigate('/elsewhere'));
    await press('Keep editing');
    expect(router.state.location.pathname).toBe(EDITOR);
    expect(screen.getByRole('switch')).toHaveProperty('checked', false);
  });
});

describe('policies', () => {
  it('of a pasted list are added at once, each once', async () => {
    openEditor([true, 'a']);
    const field = await screen.findByRole('combobox', { name: 'Add IP policies' });
    fireEvent.paste(field, { clipboardData: { getData: () => 'a\n"b", c ipp_a?b' } });
    expect(listed()).toEqual(['a', 'bAdded', 'cAdded']);
    screen.getByText('Added 2. 1 was already in the list.');
    expect(field).toHaveProperty('value', 'ipp_a?b');
    screen.getByText('‘ipp_a?b’ does not look like an id');
  });

  it('are found by name; an unknown id is added after one question', async () => {
    const { add, press, service } = openEditor([true], { inventory_base: '/inventory' });
    const ip_policies = [{ id: 'ipp_1', name: 'Office Berlin', note: '' }];
    service.on('GET /inventory/ip-policies', () => Response.json({ ip_policies }));
    service.on('GET /inventory/routes', () => Response.json({ routes: [] }));
    await screen.findByRole('combobox', { name: 'Add IP policies' });
    await waitFor(() => expect(service.sent('GET /inventory/ip-policies')).toHaveLength(1));
    await add('berlin');
    await waitFor(() => expect(listed()).toEqual(['Office Berlinipp_1Added']));
    await add('ipp_2');
    await screen.findByText('‘ipp_2’ is not on the list of IP policies. Add it anyway?');
    expect(listed()).toHaveLength(1);
    await press('Add anyway');
    expect(listed()).toHaveLength(2);
  });

  it('that are still in the field are reviewed as well', async () => {
    const { user, review } = openEditor([true, 'a']);
    await user.type(await screen.findByRole('combobox', { name: 'Add IP policies' }), 'b');
    await review();
    expect((await reviewDialog()).textContent).toContain('After this: on, 2 policies.');
  });
});

describe('a change by somebody else meanwhile', () => {
  async function race() {
    const editor = openEditor([true, 'a']);
    await editor.add('b');
    editor.set(true, 'a', 'c');
    await editor.review();
    return editor;
  }

  it('is said in one sentence, and both can be applied', async () => {
    const { press, now, service } = await race();
    const { textContent } = await conflictDialog();
    expect(textContent).toContain('They added c; you added b.');
    expect(textContent).toContain('Applying yours undoes their change: removes c.');
    expect(textContent).toContain('keeps both changes: adds b.');
    expect(service.sent('PUT')).toEqual([]);
    await press('Apply merged');
    await waitFor(() => expect(now()).toEqual([true, 'a', 'c', 'b']));
    expect(listed()).toEqual(['a', 'c', 'b']);
  });

  it('is kept, or undone knowingly', async () => {
    const { press, review, service } = await race();
    await press('Keep editing');
    expect(listed()).toEqual(['a', 'bAdded']);
    await review();
    await press('Apply yours');
    await waitFor(() => expect(service.sent('PUT')).toHaveLength(1));
    await waitFor(() => expect(listed()).toEqual(['a', 'b']));
  });

  it('takes the place of the draft by "Keep theirs"', async () => {
    const { press, service } = await race();
    await press('Keep theirs');
    expect(listed()).toEqual(['a', 'c']);
    expect(service.sent('PUT')).toEqual([]);
  });

  it('after the review is not overwritten', async () => {
    const { add, review, apply, set, service } = openEditor([true, 'a']);
    await add('b');
    await review();
    await reviewDialog();
    set(true, 'a', 'c');
    await apply();
    expect((await conflictDialog()).textContent).toContain('They added c; you added b.');
    expect(service.restrictions[PATH]).toEqual(makeRestriction(true, 'a', 'c'));
  });
});

describe('without an IP restriction', () => {
  it('the first one begins on, and needs its review', async () => {
    const { press, add, review, apply, now } = openEditor(null);
    await press('Add IP restriction');
    expect(screen.getByRole('switch')).toHaveProperty('checked', true);
    await add('a');
    await review();
    await apply();
    await waitFor(() => expect(now()).toEqual([true, 'a']));
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
    await press('Turn off instead');
    expect((await reviewDialog()).textContent).toContain('IP restriction turns off.');
  });
});
