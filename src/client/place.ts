/** Where in an answer something is: `['bot_users', 3, 'name']` → `bot_users[].name`. */
export function placeOf(path: readonly PropertyKey[]): string {
  if (path.length === 0) return 'The answer';
  return path
    .map((part) => (typeof part === 'number' ? '[]' : `.${String(part)}`))
    .join('')
    .replace(/^\./, '');
}
