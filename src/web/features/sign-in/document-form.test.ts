// @vitest-environment happy-dom
import { beforeEach, expect, it, vi } from 'vitest';
import { testConfig } from '#web/api/config.test.helper.ts';

beforeEach(() => vi.resetModules());

/** The app arrives where the document's form stands. */
async function start() {
  document.body.innerHTML = `<div data-form>
    <span data-config="host"></span>
    <span data-config="tags" hidden><i><b></b></i><i></i></span>
    <form>
      <input id="service"><input id="api-key"><input id="stay" type="checkbox">
      <span data-config="idle"></span><span data-config="age"></span>
      <button type="submit"></button>
    </form>
  </div>`;
  const [, field, box] = document.querySelectorAll('input');
  const [tags, submit] = document.querySelectorAll<HTMLElement>('[data-config=tags], button');
  if (!field || !box || !submit || !tags) throw new Error('The form has other parts');
  const { session } = await import('#web/session/session.ts');
  const { fillForm, takeTyped } = await import('#web/features/sign-in/document-form.ts');
  return { field, box, submit, tags, session, fillForm, takeTyped };
}

it('gives what was typed and ticked once, and leaves it in no field', async () => {
  const { field, box, takeTyped } = await start();
  field.value = 'half a key';
  box.checked = true;
  document.body.replaceChildren(); // the page says that it could not start
  expect(takeTyped()).toEqual({ text: 'half a key', stay: true, isSent: false });
  expect(field.value).toBe('');
  expect(takeTyped()).toBeUndefined();
});

it('knows whether it was sent', async () => {
  const { field, submit, takeTyped } = await start();
  field.value = 'a key';
  submit.ariaDisabled = 'true';
  expect(takeTyped()).toEqual({ text: 'a key', stay: false, isSent: true });
});

it('forgets it when somebody is signed in, also once they have left', async () => {
  const { field, session, takeTyped } = await start();
  field.value = 'half';
  session.signIn('k', false);
  expect(field.value).toBe('');
  session.end('none');
  expect(takeTyped()).toBeUndefined();
});

it('says what the operator has configured', async () => {
  const { tags, fillForm } = await start();
  const instance = { name: 'Staging', colour: 'amber' } as const;
  fillForm(testConfig({ service_host: 'h.test', instance, idle_minutes: 5 }));
  const texts = Array.from(document.querySelectorAll('[data-config]'), (part) => part.textContent);
  expect(texts).toEqual(['h.test', 'Staging', '5 idle minutes', '8 hours']);
  expect(document.querySelector('#service')?.getAttribute('value')).toBe('h.test (Staging)');
  expect(document.title).toBe('Sign in · Gatehouse · Staging');
  expect(tags.hidden).toBe(false);
  expect(tags.firstElementChild?.getAttribute('title')).toBe('Staging');
});
