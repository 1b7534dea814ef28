// For `node --import @ticketgate/sdk/typescript`, which lets Node.js run TypeScript.
import { readTypeScript } from './plugins/typescript/read-typescript.js';

readTypeScript();
