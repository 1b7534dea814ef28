import { filterRepeated, type LogLine } from '../src/logging/create-logger.js';

describe('a log line that is repeated', () => {
  let written: LogLine[];
  let add: (line: LogLine) => void;
  let later: (() => void)[];

  beforeEach(() => {
    written = [];
    later = [];
    add = filterRepeated(
      (line) => written.push(line),
      (work) => later.push(work),
    );
  });

  const waitMinute = () => {
    for (const work of later.splice(0)) work();
  };

  const say = (message: string, fields: object = {}) => {
    add({ level: 'error', message, ...fields });
  };

  it('is written once, then once a minute with a count, even if request ids and numbers differ', () => {
    for (let index = 0; index < 500; index += 1) say('the database is away', { requestId: `r${index}`, batch: index });
    say('something else');
    expect(written.map(({ message }) => message)).toEqual(['the database is away', 'something else']);
    waitMinute();
    expect(written.slice(2)).toEqual([
      { level: 'error', message: 'the database is away', requestId: 'r499', batch: 499, repeated: 499 },
    ]);
    waitMinute();
    say('the database is away');
    expect(written).toHaveLength(4);
    expect(written[3]).not.toHaveProperty('repeated');
  });

  it('is distinguished from lines with another error', () => {
    for (const message of ['one', 'two']) say('failed', { error: { message, stack: `Error: ${message}` } });
    expect(written).toHaveLength(2);
  });

  it('distinguishes at most a thousand lines', () => {
    for (let index = 0; index < 100_000; index += 1) say(`message ${index}`);
    expect(written.length).toBeLessThanOrEqual(1_001);
    waitMinute();
    expect(written.at(-1)).toMatchObject({ message: 'message 99999', repeated: 98_999 });
  });
});
