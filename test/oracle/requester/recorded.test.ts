import { explainedNames, isThere, playerOf, readRecorded } from './recorded.js';

/** The most that may be answered differently, of all recorded calls. */
const MOST = 0.11;

describe('the recorded calls of an OTOBO 11', () => {
  (isThere ? it : it.skip)('are all played, or explained in docs/compatibility.md', () => {
    const cases = readRecorded();
    const explained = explainedNames();
    const unplayed = cases.filter((each) => playerOf(each) === undefined).map(({ name }) => name);
    expect(unplayed.filter((name) => !explained.has(name))).toEqual([]);
    const differing = cases.filter(({ name }) => explained.has(name));
    expect(differing.length / cases.length).toBeLessThanOrEqual(MOST);
  });
});
