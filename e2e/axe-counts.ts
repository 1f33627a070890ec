import type { Reporter, TestCase, TestResult } from 'playwright/types/testReporter';

/** One run of axe, as a test notes it. */
export interface AxeRun {
  width: number;
  scheme: string;
  elements: number;
  findings: number;
}

/** Says at the end what axe has looked at; `npm test` prints that line. */
// Playwright takes a reporter by its default export.
// oxlint-disable-next-line import/no-default-export
export default class AxeCounts implements Reporter {
  readonly #states = new Set<string>();
  readonly #runs: AxeRun[] = [];

  onTestEnd(test: TestCase, { annotations }: TestResult) {
    for (const { type, description = '' } of annotations) {
      if (type !== 'axe') continue;
      this.#states.add(test.id);
      this.#runs.push(JSON.parse(description) as AxeRun); // as `checks.ts` writes it
    }
  }

  onEnd() {
    if (this.#runs.length === 0) return;
    const sum = (of: 'elements' | 'findings') =>
      this.#runs.reduce((total, run) => total + run[of], 0).toLocaleString('en');
    const each = (of: 'width' | 'scheme') => [...new Set(this.#runs.map((run) => run[of]))];
    const widths = each('width')
      .map(Number)
      .toSorted((a, b) => a - b);
    console.log(
      `axe: ${sum('findings')} findings in ${this.#runs.length} runs: ${this.#states.size} tests of pages and states, ` +
        `${each('scheme').join(' and ')}, widths ${widths.join(', ')}, ${sum('elements')} elements`,
    );
  }
}
