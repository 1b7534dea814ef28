import type { Data } from '@ticketgate/sdk';

import { meetsCondition } from '../../src/invokers/call/index.js';

const TICKET = { Queue: 'Raw', Title: 'Printer 7', Zero: 0, Empty: '', Tags: ['red', 'blue'] };

/** Whether the ticket meets a condition of these fields. */
function meets(fields: Data, { type = 'and', linking = 'and' } = {}): boolean {
  const condition = { ConditionLinking: linking, Condition: { 1: { Type: type, Fields: fields } } };
  return meetsCondition(condition, TICKET);
}

const RAW = { Type: 'String', Match: 'Raw' };

describe('a condition', () => {
  it.each<readonly [string, Data, boolean]>([
    ['is met by the same text', { Queue: RAW }, true],
    ['is met by a number that reads the same', { Zero: { Type: 'String', Match: '0' } }, true],
    ['is not met by what is empty', { Empty: { Type: 'Regexp', Match: '.*' } }, false],
    ['is met by any entry of a list', { Tags: { Type: 'String', Match: 'blue' } }, true],
    ['knows the entries of a list by their numbers', { Tags_1: { Type: 'String', Match: 'blue' } }, true],
    ['takes a pattern for a part of the text', { Title: { Type: 'Regexp', Match: 'er \\d' } }, true],
    ['takes a text for one of type String', { Queue: 'Raw' }, true],
    ['cannot be met without anything to compare with', { Queue: { Type: 'String', Match: '' } }, false],
    ['cannot be met by the pattern 0', { Zero: { Type: 'Regexp', Match: '0' } }, false],
    ['is not met by lists, which are compared entry by entry', { Tags: { Type: 'Array', Match: ['red'] } }, false],
  ])('%s', (_, fields, isMet) => {
    expect(meets(fields)).toBe(isMet);
  });

  it('of type or is met by another field where one is not, but not where one cannot be understood', () => {
    expect(meets({ Queue: RAW, Tags: { Type: 'Hash', Match: { red: 1 } } }, { type: 'or' })).toBe(true);
    expect(meets({ Queue: RAW, Tags: { Type: 'Bogus', Match: 'x' } }, { type: 'or' })).toBe(false);
  });

  it('of type xor is met by exactly one field', () => {
    const title = { Type: 'Regexp', Match: 'Printer' };
    expect(meets({ Queue: RAW, Title: title }, { type: 'xor' })).toBe(false);
    expect(meets({ Queue: RAW, Title: title, Zero: { Type: 'String', Match: '0' } }, { type: 'xor' })).toBe(false);
    expect(meets({ Queue: RAW, Zero: { Type: 'String', Match: '1' } }, { type: 'xor' })).toBe(true);
  });

  it('links parts with words in lower case only', () => {
    expect(meets({ Queue: RAW }, { linking: 'AND' })).toBe(false);
    expect(meets({ Queue: RAW }, { linking: 'xor' })).toBe(true);
    // The family never fires it.
    expect(meets({ Queue: RAW }, { linking: 'xor', type: 'or' })).toBe(false);
  });
});
