import type { RuntimeConfig } from '#contract/runtime-config.ts';
import { ageText, idleText } from '#web/session/session-limits.ts';
import { session } from '#web/session/session.ts';
import { PRODUCT } from '#web/ui/theme/product.ts';

/** What was typed into the form of the document, for the app's own, which takes its place. */
interface Typed {
  text: string;
  stay: boolean;
  /** Whether it was sent: the app's form checks it then. */
  isSent: boolean;
}

let typed: Typed | undefined;

// Another tab has signed in meanwhile.
session.subscribe(() => {
  if (session.state().kind !== 'signed-out') typed = undefined;
});

const inForm = (selector: string) => document.querySelector<HTMLElement>(`[data-form] ${selector}`);

/** Says in the document's form what the operator has configured. */
export function fillForm(config: RuntimeConfig) {
  const texts = { host: config.service_host, idle: idleText(config), age: ageText(config) };
  for (const [name, text] of Object.entries(texts)) {
    const place = inForm(`[data-config=${name}]`);
    if (place) place.textContent = text;
  }
  inForm('#service')?.setAttribute('value', serviceName(config));
  const tags = inForm('[data-config=tags]');
  const [instance, demonstration] = tags?.children ?? [];
  if (!tags || !instance || !demonstration) return;
  if (config.instance) {
    instance.setAttribute('data-colour', config.instance.colour);
    instance.setAttribute('title', config.instance.name);
    instance.lastElementChild?.append(config.instance.name);
    document.title = ['Sign in', PRODUCT, config.instance.name].join(' · ');
  } else instance.remove();
  if (!config.demonstration) demonstration.remove();
  tags.hidden = false;
}

/** Password managers keep one entry for each service by it. */
export const serviceName = ({ service_host, instance }: RuntimeConfig) =>
  instance ? `${service_host} (${instance.name})` : service_host;

/** Before React takes the document's form away. */
export function keepTyped() {
  const [field, box] = [inForm('#api-key'), inForm('#stay')] as (HTMLInputElement | null)[];
  if (!field || session.state().kind !== 'signed-out') return;
  typed = {
    text: field.value,
    stay: box?.checked === true,
    isSent: inForm('[type=submit]')?.ariaDisabled === 'true',
  };
}

/** Returns it once. */
export function takeTyped(): Typed | undefined {
  const taken = typed;
  typed = undefined;
  return taken;
}
