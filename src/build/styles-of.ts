import { Window } from 'happy-dom';
import { parse, type Root } from 'postcss';

/** Finer points, which may come a moment after the form, and what only the app sets: of selectors, properties and media. */
const LATER_STATE = /:(active|hover)\b|::(placeholder|-)|\w:indeterminate\b/;
/** Nothing is sticky in the form, and its texts are read before they are pointed at. */
const LATER_PROPERTY = /^(scroll-|cursor$|(-webkit-)?user-select$)/;
const LATER = /print|hover|height|forced-colors|prefers-(contrast|reduced-motion)/;

/** Set by the script in the head; everything else stands in the document. */
const SET = /\[(data-mantine-color-scheme|data-start|aria-disabled)\b[^\]]*\]/g;

/** What of a stylesheet a document needs, whatever state people bring its elements into. */
export function stylesOf(html: string, css: string): string {
  const { document } = new Window();
  document.write(html);
  const isUsed = (each: string) =>
    !LATER_STATE.test(each) && document.querySelector(withoutStates(each)) !== null;
  const sheet = parse(css);
  // What is not seen before the app has come, and its stylesheet with it.
  for (const hidden of document.querySelectorAll('[hidden] > *')) hidden.remove();
  sheet.walkAtRules('keyframes', (steps) => void steps.remove());
  sheet.walkAtRules('media', (rule) => void (LATER.test(rule.params) && rule.remove()));
  sheet.walkDecls(
    (declaration) =>
      void (
        (LATER_PROPERTY.test(declaration.prop) || declaration.value.includes('url(')) &&
        declaration.remove()
      ),
  );
  sheet.walkRules((rule) => {
    const used = rule.selectors.filter(isUsed);
    if (used.length === 0) rule.remove();
    else rule.selectors = used;
  });
  sheet.walkAtRules((rule) => void (rule.nodes?.length === 0 && rule.remove()));
  while (removeUnusedVariables(sheet));
  return sheet.toString();
}

const STATE = /::[\w-]+|:(before|after|focus|focus-visible|checked|indeterminate)\b(?![\w-])/g;
/** `:is(...)` and the like, with up to two more inside. */
const FUNCTION = /:[\w-]+\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)/g;

/** `.a:checked[data-start] > :focus` → `.a > *` */
const withoutStates = (selector: string) =>
  selector
    .replaceAll(SET, '')
    .replaceAll(FUNCTION, (part) => (part.search(STATE) === -1 ? part : ''))
    .replaceAll(STATE, '')
    .split(/(\s*[\s>+~]\s*)/)
    .map((part) => part || '*')
    .join('');

/** @returns whether there was any: others may have been used by it alone */
function removeUnusedVariables(sheet: Root): boolean {
  const used = new Set(
    Array.from(sheet.toString().matchAll(/var\((--[\w-]+)/g), ([, name]) => name),
  );
  let isAny = false;
  sheet.walkDecls(/^--/, (declaration) => {
    if (used.has(declaration.prop)) return;
    declaration.remove();
    isAny = true;
  });
  return isAny;
}
