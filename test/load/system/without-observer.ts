import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

import { ROOT } from '../../support/root.js';

// Node loads this before a server, which then tells nobody of finished requests: what is measured is what telling costs. The product has no
// such switch, because statistics and impact rely on the counters.
const OBSERVER = pathToFileURL(join(ROOT, 'packages/gateway/dist/observer.js')).href;

// The file is what the build makes of packages/gateway/src/observer.ts.
const { Observer } = (await import(OBSERVER)) as { readonly Observer: { readonly prototype: { notify?: unknown } } };
if (typeof Observer.prototype.notify !== 'function')
  throw new Error('The observer of the gateway has no method "notify".');
Observer.prototype.notify = () => undefined;
