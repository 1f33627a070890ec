// @vitest-environment happy-dom
import { afterEach, expect, it } from 'vitest';
import { keptFocus } from '#web/ui/keyboard/focus.ts';

afterEach(() => document.body.replaceChildren());

function control(name: string) {
  const found = document.querySelector<HTMLElement>(`#${name}`);
  if (found === null) throw new Error(`No ${name}`);
  return found;
}
const focus = (name: string) => control(name).focus();

function setUp() {
  document.body.innerHTML =
    '<section id="card" tabindex="-1"><div id="place"><button id="load"></button><button id="other"></button></div></section><input id="field" />';
  focus('load');
  return keptFocus();
}

it('is kept on the control, on a part around it, and on nothing', () => {
  const isKept = setUp();
  expect(isKept()).toBe(true);
  focus('card');
  expect(isKept()).toBe(true);
  control('card').blur();
  expect(document.activeElement).toBe(document.body);
  expect(isKept()).toBe(true);
});

it('is not kept anywhere else', () => {
  const isKept = setUp();
  focus('field');
  expect(isKept()).toBe(false);
  focus('other');
  expect(isKept()).toBe(false);
});

it('is kept by what has taken the place of the control', () => {
  const isKept = setUp();
  control('load').replaceWith(Object.assign(document.createElement('button'), { id: 'cancel' }));
  focus('cancel');
  expect(isKept()).toBe(true);
  focus('other');
  expect(isKept()).toBe(false);
  focus('field');
  expect(isKept()).toBe(false);
});

it('is kept around a place that has gone with the control', () => {
  const isKept = setUp();
  control('place').remove();
  focus('card');
  expect(isKept()).toBe(true);
});

it('is kept on nothing where there was nothing', () => {
  setUp();
  control('load').blur();
  const isKept = keptFocus();
  expect(isKept()).toBe(true);
  focus('card');
  expect(isKept()).toBe(false);
});
