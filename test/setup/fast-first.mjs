import Sequencer from '@jest/test-sequencer';

/** Unit tests before those that start servers, so that a mistake shows early; long ones overlap with the rest. */
export default class FastFirst extends Sequencer {
  sort(tests) {
    return [...super.sort(tests)].sort((left, right) => weight(left.path) - weight(right.path));
  }
}

function weight(path) {
  if (/\/test\/(?:faults|long)\//.test(path)) return 2;
  return /\/packages\/server\/test\/|\/ticketgate\/test\//.test(path) ? 1 : 0;
}
