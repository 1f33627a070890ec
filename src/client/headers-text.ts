/** A header as people write its name, `Content-Type`, and its value as it is. */
export const titled = ([name, value]: readonly [string, string]): [string, string] => [
  name.replaceAll(/\b[a-z]/g, (letter) => letter.toUpperCase()),
  value,
];
