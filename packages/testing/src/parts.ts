// What the tests of this repository share with those of operations: @ticketgate/test-support.
export { closedSchema } from './closed-schema.js';
export { collectingLogger, type CollectingLogger } from './collecting-logger.js';
