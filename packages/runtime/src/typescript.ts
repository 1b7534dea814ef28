// For `node --import @ticketgate/sdk/typescript`: the program that follows may be TypeScript.
import { readTypeScript } from './plugins/typescript/read-typescript.js';

readTypeScript();
