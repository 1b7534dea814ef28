import { restTransport } from './rest/rest-transport.js';
import type { Transport } from './transport.js';

/** All transports. The first that takes a definition serves it. */
export const transports: readonly Transport[] = [restTransport];
