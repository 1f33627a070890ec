import { LazyChunk } from '#web/lib/lazy-chunk.ts';

export const appParts = new LazyChunk(() => import('#web/app/late-app.ts'));
