const KIB = 1024;

/**
 * What the page may ask of the line, packed with brotli: until the sign-in form can be used, and until the rows are
 * there. It keeps what is reached from getting worse; the aim for the rows is 155 KiB.
 */
export const startBudget = {
  form: { bytes: 125 * KIB, requests: 4 },
  rows: { bytes: 174 * KIB, requests: 6 },
};

/** One entry of Vite's manifest. */
type Chunk = { file: string; name?: string; css?: string[]; imports?: string[] };

/** What is asked of the service: `/config.json`, and for the rows the first page of the list. */
const ANSWERS = { form: 1, rows: 2 };

/**
 * What the start takes.
 *
 * @param manifest of the build
 * @param sizeOf gives the packed size of a file by its path without the slash
 */
export function measureStart(manifest: Record<string, Chunk>, sizeOf: (name: string) => number) {
  const filesOf = (key: string): string[] => {
    const { file = '', css = [], imports = [] } = manifest[key] ?? {};
    return [file, ...css, ...imports.flatMap(filesOf)];
  };
  // The key of a file that a group of the build makes has its hash.
  const app = Object.keys(manifest).find((key) => manifest[key]?.name === 'app') ?? '';
  const measure = (entries: string[], answers: number) => {
    const files = new Set(['index.html', ...entries.flatMap(filesOf)]);
    const bytes = [...files].reduce((sum, file) => sum + sizeOf(file), 0);
    return { bytes, requests: files.size + answers };
  };
  return {
    form: measure(['index.html'], ANSWERS.form),
    rows: measure(['index.html', app], ANSWERS.rows),
  };
}
