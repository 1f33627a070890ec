import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));

/** What would turn text into markup or code, or follow an address that nobody has checked; and the rule that says no. */
const unsafe = [
  ['(e, text) => { e.innerHTML = text; }', 'no-restricted-properties'],
  ["(e, text) => { e['innerHTML'] = text; }", 'no-restricted-properties'],
  ['({ outerHTML }) => outerHTML', 'no-restricted-properties'],
  ["(e, text) => e.insertAdjacentHTML('beforeend', text)", 'no-restricted-properties'],
  ['(e, text) => e.setHTML(text)', 'no-restricted-properties'],
  ['(e, text) => e.setHTMLUnsafe(text)', 'no-restricted-properties'],
  ['(text) => Document.parseHTML(text)', 'no-restricted-properties'],
  ['(text) => Document.parseHTMLUnsafe(text)', 'no-restricted-properties'],
  ['(text) => document.write(text)', 'no-restricted-properties'],
  ['(text) => document.writeln(text)', 'no-restricted-properties'],
  ['(range, text) => range.createContextualFragment(text)', 'no-restricted-properties'],
  ["(parser, text) => parser.parseFromString(text, 'text/html')", 'no-restricted-properties'],
  ['(e, text) => { e.srcdoc = text; }', 'no-restricted-properties'],
  ['(props) => props.dangerouslySetInnerHTML', 'no-restricted-properties'],
  ['() => new DOMParser()', 'no-restricted-globals'],
  ['() => new XSLTProcessor()', 'no-restricted-globals'],
  ['(__html) => <p dangerouslySetInnerHTML={{ __html }} />', 'no-danger'],
  ["(h, __html) => h.createElement('p', { dangerouslySetInnerHTML: { __html } })", 'no-danger'],
  ['(text) => <iframe srcDoc={text} />', 'forbid-dom-props'],
  ['(src) => <script src={src} />', 'forbid-elements'],
  ['(text) => <style>{text}</style>', 'forbid-elements'],
  ['(text) => eval(text)', 'no-eval'],
  ['(text) => new Function(text)', 'no-new-func'],
  ["'javascript:run()'", 'no-script-url'],
  ['() => <a href="javascript:run()">Run</a>', 'jsx-no-script-url'],
  ['(href) => <a href={href} target="_blank">Go</a>', 'jsx-no-target-blank'],
  ['(url) => open(url)', 'no-restricted-globals'],
  ['(url) => window.open(url)', 'no-restricted-properties'],
  ['(url) => globalThis.open(url)', 'no-restricted-properties'],
  ['(url) => location.assign(url)', 'no-restricted-properties'],
  ['(url) => location.replace(url)', 'no-restricted-properties'],
  ['(url) => { location.href = url; }', 'no-restricted-properties'],
  ['(url) => { window.location = url; }', 'no-restricted-properties'],
  ['(url) => { globalThis.location = url; }', 'no-restricted-properties'],
] as const;

it('refuses unsafe code, each kind by its rule', () => {
  const directory = mkdtempSync(join(tmpdir(), 'gatehouse-lint-'));
  copyFileSync(join(root, '.oxlintrc.json'), join(directory, '.oxlintrc.json'));
  const file = join(directory, 'src', 'web', 'sample.tsx');
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(
    file,
    unsafe.map(([code], line) => `export const unsafe${line} = ${code};\n`).join(''),
  );

  const oxlint = join(root, 'node_modules', 'oxlint', 'bin', 'oxlint');
  const { stdout } = spawnSync(process.execPath, [oxlint, '--format', 'json'], { cwd: directory });
  rmSync(directory, { recursive: true });

  const { diagnostics }: Report = JSON.parse(stdout.toString());
  const rulesOf = (line: number) =>
    diagnostics
      .filter(({ labels: [label] }) => label?.span.line === line)
      .map(({ code }) => /\((.+)\)/.exec(code)?.[1]);
  const missed = unsafe.filter(([, rule], index) => !rulesOf(index + 1).includes(rule));
  expect(missed).toEqual([]);
});

interface Report {
  /** `code` such as `eslint(no-eval)`; lines count from 1. */
  diagnostics: { code: string; labels: { span: { line: number } }[] }[];
}
