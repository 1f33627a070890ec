// @vitest-environment happy-dom
// @vitest-environment-options { "url": "http://gatehouse.test/routes" }
import { act } from 'react';
import { afterEach, expect, it } from 'vitest';
import { knownRoutes } from '#web/features/routes/known-routes.ts';
import {
  allByRole,
  closePage,
  expectFocusKept,
  getByRole,
  isShown,
  KEY,
  openPage,
  pass,
  press,
  queryByRole,
  receipt,
  textOf,
  type,
} from '#web/features/routes/routes-pages.test.helper.tsx';
import { pageHistory } from '#web/lib/page-history.ts';
import { paths } from '#web/paths.ts';

const FIELD = 'Routes, one per line';
const known = () => knownRoutes().get().routes;
const names = () =>
  known()
    .map(({ name }) => name)
    .toSorted();

afterEach(async () => {
  await closePage();
  for (const route of known()) knownRoutes().remove(route);
});

async function open() {
  await openPage(paths.routes, null);
  await press('button', 'Add routes…');
}

async function paste(text: string) {
  await type(FIELD, text);
  await pass(300);
}

const dialog = () => queryByRole('dialog', 'Add routes');
const field = () => getByRole('textbox', FIELD) as HTMLTextAreaElement;
const alert = () => dialog()?.querySelector('[role=alert]')?.textContent;
const counts = () => dialog()?.querySelector('p[aria-live]')?.textContent;
const planned = () =>
  allByRole('row', undefined, getByRole('table', 'Routes to add')).map((row) =>
    [...row.children].map((cell) => cell.textContent),
  );
const submitNames = () =>
  allByRole('button', undefined, dialog())
    .map((button) => button.textContent)
    .slice(-2);

it('shows what each line does while it is typed, then does it, and takes it back', async () => {
  await open();
  expect(document.activeElement).toBe(field());
  await paste('label,edge,route\nNew one,e,r1\nBilling,edge_1,route_1\n,e,r1\nx,e');
  expect(counts()).toBe('1 new, 1 label changes, 1 repeated, 1 cannot be read');
  expect(planned()).toEqual([
    ['Line 5', 'x,eCannot be read: one id is missing'],
    ['New one', 'e / r1', 'New'],
    ['Billing', 'edge_1 / route_1', 'Label changes, was Payments'],
    ['New one', 'e / r1', 'Same as line 2'],
  ]);
  expect(submitNames()).toEqual(['Cancel', 'Add 1 route, change 1 label']);

  await press('button', 'Add 1 route, change 1 label');
  expect(names()).toEqual(['Billing', 'New one']);
  // With its headings: it can be corrected and read again.
  expect(field().value).toBe('label,edge,route\nx,e');
  expect(isShown('Lines that could not be read are still in the field.')).toBe(true);
  expect(document.activeElement).toBe(field());

  await pass(0);
  await paste('label,edge,route\nx,e,r2');
  await press('button', 'Add 1 route');
  expect(dialog()).toBeUndefined();
  expectFocusKept();
  expect(names()).toEqual(['Billing', 'New one', 'x']);
  expect(receipt()).toContain('Added 2 routes, changed 1 label.');

  await press('button', 'Undo');
  expect(names()).toEqual(['Payments']);
});

it('says why nothing is added, and no longer once the text is another', async () => {
  await open();
  await press('button', 'Add routes');
  expect(alert()).toContain('Enter at least one route, or choose a file.');
  expect(document.activeElement).toBe(field());
  await paste('edge_1,route_1');
  expect(alert()).toBeUndefined();
  await press('button', 'Add routes');
  expect(alert()).toContain('This route is already here.');
  await paste('edge_1');
  await press('button', 'Add routes');
  expect(alert()).toContain('correct the lines that cannot be read');
  expect(names()).toEqual(['Payments']);
});

it('adds what is in the field, also before its plan is there', async () => {
  await open();
  await type(FIELD, `${'\n'.repeat(60_000)}e,r1`);
  await pass(0);
  expect(counts()).toBe('');
  await press('button', 'Add routes');
  expect(dialog()).toBeUndefined();
  expect(names()).toEqual(['Payments', 'r1']);
});

it('draws a hundred lines at a time', async () => {
  await open();
  await paste(Array.from({ length: 250 }, (_, n) => `edge,route-${n}`).join('\n'));
  expect(planned()).toHaveLength(100);
  expect(isShown('100 of 250 lines shown')).toBe(true);
  await press('button', 'Show more');
  await press('button', 'Show more');
  expect(planned()).toHaveLength(250);
});

it('keeps the key off the list', async () => {
  await open();
  await paste(`e,r1,${KEY}`);
  expect(alert()).toContain('Your API key is in this text. Take it out.');
  await press('button', 'Add routes');
  expect(dialog()).toBeDefined();
  expect(names()).toEqual(['Payments']);
  await paste('e,r1,');
  expect(alert()).toBeUndefined();
});

it('asks before a text is lost', async () => {
  await open();
  const escape = () =>
    act(async () => void dialog()?.dispatchEvent(new Event('cancel', { cancelable: true })));
  await paste('e,r1');
  await escape();
  expect(queryByRole('alertdialog', 'Discard unsaved changes?')).toBeDefined();
  await press('button', 'Keep editing');
  expect(field().value).toBe('e,r1');
  await escape();
  await press('button', 'Discard changes');
  expect(dialog()).toBeUndefined();

  await press('button', 'Add routes…');
  await escape();
  expect(dialog()).toBeUndefined();
});

const choose = (...files: File[]) =>
  act(async () => {
    const chooser = document.querySelector('input[type=file]') as HTMLInputElement;
    Object.defineProperty(chooser, 'files', { value: files, configurable: true });
    chooser.dispatchEvent(new Event('change', { bubbles: true }));
    await pass(0);
  });

it('puts files into the field below what is there, and says which it cannot read', async () => {
  await open();
  const list = { service_host: 'other.test', routes: [{ label: 'A', edge_id: 'e', id: 'r2' }] };
  await paste('e,r1');
  await choose(
    new File(['\uFEFFe,r3\r\n'], 'routes.csv'),
    new File([JSON.stringify(list)], 'routes.json'),
    new File(['PK\u0003\u0004\0\0'], 'routes.xlsx'),
    new File([Uint8Array.from([0x22, 0xdc, 0x22, 0x2c, 0x65, 0x2c, 0x72, 0x34])], 'old.csv'),
    new File([Uint8Array.from([0xff, 0xfe, 0x65, 0, 0x09, 0, 0x72, 0])], 'excel.txt'),
    new File([' \n'], 'none.txt'),
  );
  await pass(300);
  expect(alert()).toContain('“routes.xlsx” is not a text file.');
  expect(alert()).toContain('“none.txt” is empty.');
  expect(isShown('This list was made for other.test.')).toBe(true);
  expect(field().value.startsWith('e,r1\n')).toBe(true);
  expect(planned().map(([label, ids]) => `${label}: ${ids}`)).toEqual([
    'r1: e / r1',
    'r3: e / r3',
    'A: e / r2',
    'Ü: e / r4',
    'r: e / r',
  ]);
});

it('takes a file that is dropped anywhere in it, and leaves a dropped text to the field', async () => {
  await open();
  const drop = (types: string[], files: File[]) => {
    const event = new Event('drop', { bubbles: true, cancelable: true });
    return act(async () => {
      field().dispatchEvent(Object.assign(event, { dataTransfer: { types, files } }));
      await pass(0);
      return event.defaultPrevented;
    });
  };
  expect(await drop(['text/plain'], [])).toBe(false);
  expect(await drop(['Files'], [new File(['e,r1'], 'routes.csv')])).toBe(true);
  expect(field().value).toBe('e,r1');
});

it('asks before another page is opened', async () => {
  await open();
  await paste('e,r1');
  await act(async () => pageHistory.push(paths.botUsers));
  await press('button', 'Keep editing');
  expect(field().value).toBe('e,r1');
});

it('writes out what cannot be seen', async () => {
  await open();
  await paste('a\u202Eb,e x,r\nhttps://x.test/edges/https/e/routes/r');
  expect(textOf('table', 'Routes to add')).toContain('a⟨U+202E⟩b');
  expect(textOf('table', 'Routes to add')).toContain('it belongs to x.test');
});
