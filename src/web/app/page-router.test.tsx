// @vitest-environment happy-dom
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { Route, Routes } from 'react-router-dom';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { PageRouter, ScrollPlaces } from '#web/app/page-router.tsx';
import { pageHistory } from '#web/lib/page-history.ts';

const scrollTo = vi.fn<(x: number, y: number) => void>();
let host: HTMLElement;
let root: Root;

beforeEach(async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  vi.stubGlobal('scrollTo', scrollTo);
  host = document.body.appendChild(document.createElement('div'));
  root = createRoot(host);
});
afterEach(async () => {
  await act(async () => root.unmount());
  host.remove();
  scrollTo.mockClear();
  vi.unstubAllGlobals();
});

const show = () =>
  act(async () =>
    root.render(
      <PageRouter>
        <Routes>
          <Route path="/one" element={<p id="part">One</p>} />
          <Route path="*" element="Other" />
        </Routes>
        <ScrollPlaces />
      </PageRouter>,
    ),
  );
/** As the browser does: the address first, the event later. */
const pop = (state: unknown, address: string) =>
  act(async () => {
    history.replaceState(state, '', address);
    window.dispatchEvent(new Event('popstate'));
  });
const push = (to: string) => act(async () => pageHistory.push(to));

it('begins a new page at its top, and leads back to where the one before was left', async () => {
  pageHistory.replace('/one');
  const first: unknown = history.state;
  await show();
  vi.stubGlobal('scrollY', 700);
  await push('/two');
  expect(host.textContent).toBe('Other');
  expect(scrollTo).toHaveBeenLastCalledWith(0, 0);
  await pop(first, '/one');
  expect(host.textContent).toBe('One');
  expect(scrollTo).toHaveBeenLastCalledWith(0, 700);
});

it('stays where it is while the address of the page is replaced', async () => {
  pageHistory.replace('/one');
  await show();
  scrollTo.mockClear();
  await act(async () => pageHistory.replace('/one?q=letters'));
  expect(scrollTo).not.toHaveBeenCalled();
});

it('shows the part that the address names', async () => {
  pageHistory.replace('/two');
  await show();
  const intoView = vi.spyOn(Element.prototype, 'scrollIntoView').mockReturnValue();
  await push('/one#part');
  expect(intoView.mock.contexts).toEqual([document.getElementById('part')]);
});

it('does not lay out the page that the document starts with', async () => {
  await pop({ usr: null, key: 'start', idx: 0 }, '/one');
  await show();
  expect(scrollTo).not.toHaveBeenCalled();
});

it.each(['5', '"text"', 'null', '{{', '{"planted":{}}'])(
  'goes from page to page with %s planted as the places',
  async (content) => {
    sessionStorage.setItem('gatehouse.scroll', content);
    pageHistory.replace('/one');
    await show();
    await push('/two');
    expect(host.textContent).toBe('Other');
    await pop({ usr: null, key: 'planted', idx: 0 }, '/one');
    expect(scrollTo).toHaveBeenLastCalledWith(0, 0);
  },
);
