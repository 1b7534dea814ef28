// The parts of the kit that `test/support` takes for the tests of this repository.
export { collectingLogger, type CollectingLogger } from './collecting-logger.js';
