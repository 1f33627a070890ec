import { readFileSync } from 'node:fs';

/**
 * @param refuse makes the error of the reason why it cannot be read
 * @throws what `refuse` returns
 */
export function readTextFile(path: string, refuse: (reason: string) => Error): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw refuse(errorCode(error) ?? String(error));
  }
}

/** What the operating system said, such as `ENOENT`. */
const errorCode = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error ? String(error.code) : undefined;
