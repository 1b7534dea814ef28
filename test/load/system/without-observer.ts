import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

import { ROOT } from '../../support/root.js';

// Node loads this before a server, which then tells nobody of finished requests: what is measured is what telling costs. The product has no
// such switch, because statistics and impact rely on the counters.
const OBSERVER = pathToFileURL(join(ROOT, 'packages/gateway/dist/observer/observer.js')).href;

// The file is what the build makes of packages/gateway/src/observer/observer.ts.
const { Observer } = (await import(OBSERVER)) as { readonly Observer: { readonly prototype: { tell?: unknown } } };
if (typeof Observer.prototype.tell !== 'function') throw new Error('The observer of the gateway has no method "tell".');
Observer.prototype.tell = () => undefined;
