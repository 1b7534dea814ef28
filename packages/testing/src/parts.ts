// The parts of the kit that @ticketgate/test-support uses for the tests of this repository.
export { closedSchema } from './closed-schema.js';
export { collectingLogger, type CollectingLogger } from './collecting-logger.js';
