import { readAgainstOptions } from './load/against/against-options.js';
import { compare } from './load/against/judge.js';
import { medianInterval } from './load/against/median-interval.js';
import { readAttachedOptions } from './load/attached/attached-options.js';

const NUMBERS = Array.from({ length: 20 }, (_, index) => index + 1);
/** What turns differ by when nothing differs: every other one is disturbed. */
const NOISE = NUMBERS.map((number) => 1 + (number % 2 === 0 ? 0.02 : -0.02));

function turns(perSecond: number, seconds: number, factors: readonly number[] = NUMBERS.map(() => 1)) {
  return factors.map((factor) => {
    const requests = 1_000;
    const [server, database] = [seconds * factor, seconds * factor];
    return { perSecond: perSecond / factor, p50: 1, p99: 2, requests, server, database, standbys: 0 };
  });
}

describe('npm run bench -- against', () => {
  it('uses the 6th and the 15th of 20 values as the ends of the interval', () => {
    expect(medianInterval([...NUMBERS].reverse())).toEqual({ value: 10.5, low: 6, high: 15 });
    expect(medianInterval([3, 1, 2, 6, 5, 4])).toEqual({ value: 3.5, low: 1, high: 6 });
    expect(() => medianInterval([1, 2, 3, 4, 5])).toThrow('An interval needs 6 values, not 5.');
  });

  it('finds no difference where there is only noise', () => {
    const comparison = compare({ ours: turns(1_000, 1, NOISE), other: turns(1_000, 1) });
    expect(comparison).toMatchObject({ verdict: 'same', processor: { value: 1 } });
  });

  it.each([
    ['slower', 'throughput is 8 % lower', 920, 1],
    ['slower', 'processor time is 8 % higher', 1_000, 1.08],
    ['faster', 'both are 10 % better', 1_100, 0.9],
  ])('says %s when %s in spite of noise', (...[verdict, , perSecond, seconds]) => {
    expect(compare({ ours: turns(perSecond, seconds, NOISE), other: turns(1_000, 1) }).verdict).toBe(verdict);
  });

  it('reports no clear result when the interval exceeds the tolerance', () => {
    const wide = NUMBERS.map((number) => 1 + (number % 2 === 0 ? 0.08 : -0.02));
    expect(compare({ ours: turns(1_000, 1, wide), other: turns(1_000, 1) }).verdict).toBe('unclear');
  });

  it('judges by throughput alone if the system does not report processor times', () => {
    const ours = turns(900, 1).map((turn) => ({ ...turn, server: undefined }));
    expect(compare({ ours, other: turns(1_000, 1) })).toMatchObject({ verdict: 'slower', processor: undefined });
  });

  it('measures six operations with 16 connections in 12 turns by default', () => {
    expect(readAgainstOptions(['../before'])).toMatchObject({ checkout: '../before', connections: [16], turns: 12 });
    expect(readAgainstOptions(['x', '--connections', '1,64', '--operations', 'ticketget'])).toMatchObject({
      connections: [1, 64],
      operations: ['TicketGet'],
    });
  });

  it("compares on copies of a host's database when it is asked to", () => {
    expect(readAgainstOptions(['x'])).toMatchObject({ attached: false });
    expect(readAgainstOptions(['x', '--attached'])).toMatchObject({ attached: true });
  });

  it.each([
    [[], 'Name one checkout'],
    [['x', '--turns', '5'], '--turns is "5"; write whole numbers from 6.'],
    [['x', '--connections', '8,many'], '--connections is "many"'],
    [['x', '--operations', 'TicketGit'], '"TicketGit" is not measured'],
  ])('refuses %j', (words, sentence) => {
    expect(() => readAgainstOptions(words)).toThrow(sentence);
  });
});

describe('npm run bench -- attached', () => {
  it('measures with 1 to 64 connections, and those that write last', () => {
    const { connections, operations } = readAttachedOptions([]);
    expect(connections).toEqual([1, 8, 16, 64]);
    expect(operations.slice(-2)).toEqual(['TicketUpdate', 'TicketCreate']);
  });

  it('measures hosts beside each other with 8 connections', () => {
    expect(readAttachedOptions([], '8').connections).toEqual([8]);
  });

  it('refuses what is not measured', () => {
    expect(() => readAttachedOptions(['--operations', 'TicketGit'])).toThrow('"TicketGit" is not measured');
  });
});
