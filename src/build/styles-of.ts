import { Window } from 'happy-dom';
import postcss, { type Root } from 'postcss';

/**
 * What of a stylesheet a document needs, whatever state its elements get into: attributes and pseudo-classes, which
 * scripts and people change, are not looked at.
 */
export function stylesOf(html: string, css: string): string {
  const { document } = new Window();
  document.write(html);
  const sheet = postcss.parse(css);
  // Nothing moves before the app is there.
  sheet.walkAtRules('keyframes', (steps) => void steps.remove());
  sheet.walkRules((rule) => {
    const used = rule.selectors.filter((each) => document.querySelector(withoutStates(each)));
    if (used.length === 0) rule.remove();
    else rule.selectors = used;
  });
  sheet.walkAtRules((rule) => void (rule.nodes?.length === 0 && rule.remove()));
  while (removeUnusedVariables(sheet));
  return sheet.toString();
}

const STATES = /\[[^\]]*\]|::?[\w-]+(\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\))?/g;

/** `.a:not(.b)[c] > :focus` → `.a > *` */
const withoutStates = (selector: string) =>
  selector
    .replaceAll(STATES, '')
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
