import type { Invoker } from '@ticketgate/sdk';

import { passThrough } from './pass-through.js';
import { test } from './test.js';
import { testSimple } from './test-simple.js';

/** Types of invokers that every system has. */
export const BUILT_IN_INVOKERS: readonly Invoker[] = [passThrough, test, testSimple];
