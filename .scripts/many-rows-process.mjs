// The stand-in as a process of its own, so that a measuring program does not share its time.
import { startManyRows } from './many-rows.mjs';

process.on('message', (/** @type {{ count: number, now: string }} */ { count, now }) => {
  void startManyRows(count, new Date(now)).then(({ url }) => process.send?.(url));
});
process.once('disconnect', () => process.exit());
