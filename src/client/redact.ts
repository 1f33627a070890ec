const HIDDEN = '••••';

/** Services quote the credential that was sent in some error texts; it must not be shown, logged or copied. */
export function redact(text: string, key: string | null): string {
  const withoutKey = key === null || key === '' ? text : text.replaceAll(key, HIDDEN);
  return withoutKey.replaceAll(/\bBearer\s+\S+/gi, `Bearer ${HIDDEN}`);
}
