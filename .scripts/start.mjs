// `npm start` and `npm run key LABEL`: installs and builds when needed, then becomes the service.
import build from './build.mjs';
import { endWithNpm } from './end-with-npm.mjs';
import { setup } from './setup.mjs';

endWithNpm();
setup();
build();
// In this very process, so that signals and arguments reach the service without a go-between.
await import(new URL('../dist/service/main.js', import.meta.url).href);
