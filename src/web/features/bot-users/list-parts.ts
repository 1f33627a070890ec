import { LazyChunk } from '#web/lib/lazy-chunk.ts';

export const listParts = new LazyChunk(() => import('#web/features/bot-users/late/late-list.ts'));

export const listMenus = new LazyChunk(() => import('#web/features/bot-users/late/late-menus.ts'));
