// @vitest-environment happy-dom
import { act, useState } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { LazyChunk } from '#web/lib/lazy-chunk.ts';
import { MenuItem, MenuPanel } from '#web/ui/menu/menu-panel.tsx';
import { useMenu } from '#web/ui/menu/use-menu.ts';
import { Dialog } from '#web/ui/dialog/dialog.tsx';

type Step = 'closed' | 'first' | 'second';

const here = new LazyChunk(async () => undefined);

function Page() {
  const { button, menu } = useMenu(here);
  const [step, setStep] = useState<Step>('closed');
  const [hasButton, setHasButton] = useState(true);
  const close = () => setStep('closed');
  return (
    <>
      <section aria-label="Card">
        {hasButton && (
          <button type="button" onClick={() => setStep('first')}>
            Open
          </button>
        )}
      </section>
      <button {...button} type="button">
        Actions
      </button>
      {menu && (
        <MenuPanel {...menu} withinPortal={false}>
          <MenuItem onClick={() => setStep('first')}>Delete…</MenuItem>
        </MenuPanel>
      )}
      {step === 'first' && (
        <Dialog
          title="First"
          onClose={close}
          footer={
            <>
              <button type="button" onClick={close}>
                Close
              </button>
              <button type="button" onClick={() => setStep('second')}>
                Next
              </button>
              <button type="button" onClick={() => setHasButton(false)}>
                Use up
              </button>
            </>
          }
        >
          Text
        </Dialog>
      )}
      {step === 'second' && (
        <Dialog
          title="Second"
          onClose={close}
          footer={
            <button type="button" onClick={close}>
              Close
            </button>
          }
        >
          Text
        </Dialog>
      )}
    </>
  );
}

let host: HTMLElement;
let root: Root;
beforeEach(async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  host = document.body.appendChild(document.createElement('div'));
  root = createRoot(host);
  await act(async () => root.render(<Page />));
});
afterEach(async () => {
  await act(async () => root.unmount());
  host.remove();
  vi.unstubAllGlobals();
});

/** As a person does it: what is pressed has the focus. */
async function press(name: string) {
  const control = [...document.querySelectorAll<HTMLElement>('button')].find(
    ({ textContent }) => textContent === name,
  );
  await act(async () => {
    control?.focus();
    control?.click();
  });
}
const focused = () => {
  const { activeElement } = document;
  return activeElement?.getAttribute('aria-label') ?? activeElement?.textContent;
};

it('starts at its heading and gives the focus back to what opened it', async () => {
  await press('Open');
  expect(focused()).toBe('First');
  await press('Close');
  expect(focused()).toBe('Open');
});

it('gives the focus back to the button of the menu whose item opened it', async () => {
  await press('Actions');
  await press('Delete…');
  expect(focused()).toBe('First');
  await press('Close');
  expect(focused()).toBe('Actions');
});

it('gives the focus back to what opened the dialog before it', async () => {
  await press('Actions');
  await press('Delete…');
  await press('Next');
  expect(focused()).toBe('Second');
  await press('Close');
  expect(focused()).toBe('Actions');
});

it('gives the focus to what is around a control that has gone meanwhile', async () => {
  await press('Open');
  await press('Use up');
  await press('Close');
  expect(focused()).toBe('Card');
});
