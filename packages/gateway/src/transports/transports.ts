import { restTransport } from './rest/rest-transport.js';
import { soapTransport } from './soap/soap-transport.js';
import type { Transport } from './transport.js';

/** All transports; the first one that compiles a definition serves it. */
export const transports: readonly Transport[] = [restTransport, soapTransport];
