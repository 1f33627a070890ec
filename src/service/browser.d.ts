// What `client` names of a browser. A program has none of it: every address is absolute, and nobody waits for `online`.

declare const location: { origin: string };
declare const navigator: { onLine: boolean };
declare function addEventListener(type: 'online', listener: () => void, options: object): void;
interface RequestInit {
  cache?: 'no-store';
}
