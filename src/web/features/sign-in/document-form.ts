import type { RuntimeConfig } from '#contract/runtime-config.ts';
import { ageText, idleEndText, sentText } from '#web/session/session-limits.ts';
import { session } from '#web/session/session.ts';
import { PRODUCT } from '#web/ui/theme/product.ts';

/** The form of the document, until the app's own, which takes its place, has what was typed into it. */
let form = document.querySelector('[data-form]');

/** Its parts that are no input are not asked for what an input has. */
const inForm = (selector: string) => form?.querySelector<HTMLInputElement>(selector);

// Somebody is signed in by now: in another tab, say.
session.subscribe(() => void takeTyped());

/** Says in the document's form what the operator has configured. */
export function fillForm(config: RuntimeConfig) {
  const texts = {
    host: config.service_host,
    sent: sentText(config),
    idle: idleEndText(config),
    age: ageText(config),
  };
  for (const [name, text] of Object.entries(texts)) {
    for (const place of form?.querySelectorAll(`[data-config=${name}]`) ?? [])
      place.textContent = text;
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

/** What is in the form by now. Returns it once, and leaves it in no field. */
export function takeTyped() {
  const field = inForm('#api-key');
  if (!field) return undefined;
  const typed = {
    text: field.value,
    stay: inForm('#stay')?.checked === true,
    /** The app's form checks it then. */
    isSent: inForm('[type=submit]')?.ariaDisabled === 'true',
  };
  field.value = '';
  form = null;
  return typed;
}
