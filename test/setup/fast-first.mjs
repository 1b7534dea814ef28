import Sequencer from '@jest/test-sequencer';

/**
 * Those that take minutes, so that nothing else waits for them at the end: on a fresh checkout, jest does not know which those are. Then those
 * that start no command before those that do, so that a mistake shows early; faults and long ones last.
 */
export default class FastFirst extends Sequencer {
  sort(tests) {
    return [...super.sort(tests)].sort((left, right) => weight(left.path) - weight(right.path));
  }
}

function weight(path) {
  if (/\/test\/(?:faults|long)\//.test(path)) return 3;
  if (/\/packages\/ticketgate\/test\//.test(path)) return 2;
  return /\/test\/(?:console|oracle|admin)\//.test(path) ? 0 : 1;
}
