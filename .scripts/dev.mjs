// `npm run dev`: the page with hot reload, and the service behind the same origin, in one process.
import { existsSync } from 'node:fs';
import { endWithNpm } from './end-with-npm.mjs';
import { root } from './root.mjs';
import { setup } from './setup.mjs';

endWithNpm();
setup();
const { createServer } = await import('vite');

const { CONFIG_FILE } = process.env;
// Vite needs HOST and PORT before the service reads its settings, and says what is wrong with the file.
if (CONFIG_FILE && existsSync(CONFIG_FILE)) process.loadEnvFile(CONFIG_FILE);
const host = process.env.HOST || '127.0.0.1';
const port = Number(process.env.PORT || 4300);
try {
  const server = await createServer({ root, server: { host, port, strictPort: true } });
  await server.listen();
  server.printUrls();
} catch (error) {
  const { name, message } = error instanceof Error ? error : new Error(String(error));
  // That of the service says itself what to do.
  const hint = name === 'OperatorError' ? '' : ' Set PORT (and HOST) to a free address.';
  console.error(message.replace(/\.?$/, '.') + hint);
  process.exit(1);
}
