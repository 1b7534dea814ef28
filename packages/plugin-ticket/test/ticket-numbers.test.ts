import { setTimeout as pause } from 'node:timers/promises';

import { TicketNumbers } from '../src/ticket/storage/ticket-numbers.js';
import { TicketTests } from './support/ticket-tests.js';

let tests: TicketTests;

beforeEach(async () => {
  tests = await TicketTests.start();
});

afterEach(() => tests.stop());

const process = () => new TicketNumbers(tests.settings());

/** Of date, SystemID, counter and check digit. */
const counterOf = (number: string) => Number(number.slice(10, 15));

async function take(numbers: TicketNumbers, count: number): Promise<readonly string[]> {
  const taken: string[] = [];
  for (let index = 0; index < count; index += 1) taken.push(await numbers.next(tests.test.database, tests.now));
  return taken;
}

/** Until so many blocks are reserved. */
async function blocks(wanted: number): Promise<void> {
  for (;;) {
    const [row] = await tests.query<{ count: number }>('select count(*) as count from ticket_number_counter');
    if (row?.count === wanted) return;
    await pause(5);
  }
}

describe('Ticket numbers', () => {
  it('follow each other, through several blocks', async () => {
    const counters = (await take(process(), 120)).map((number) => counterOf(number));
    expect(counters).toEqual(Array.from({ length: 120 }, (_, index) => index + 1));
  });

  it('are never given twice, whoever asks at the same time', async () => {
    const processes = [process(), process(), process()];
    const taken = await Promise.all([...processes, ...processes].map((numbers) => take(numbers, 70)));
    expect(new Set(taken.flat()).size).toBe(6 * 70);
  });

  it('do not run out while the next block is fetched', async () => {
    const numbers = process();
    await take(numbers, 26);
    await blocks(2);
    await tests.test.database.withTransaction(async (transaction) => {
      await transaction.query('lock table ticket_number_counter');
      expect(await take(numbers, 74)).toHaveLength(74);
    });
  });

  it('continue with what is left when the next block cannot be fetched, and say why when none is left', async () => {
    const numbers = process();
    await take(numbers, 1);
    await tests.query('alter table ticket_number_counter rename to gone');
    await take(numbers, 49);
    await expect(take(numbers, 1)).rejects.toThrow('"ticket_number_counter" does not exist');
    await tests.query('alter table gone rename to ticket_number_counter');
    expect(await take(numbers, 1)).toHaveLength(1);
  });

  it('start again on another day, whatever is left of the last one', async () => {
    const numbers = process();
    await take(numbers, 30);
    tests.now = new Date('2026-11-24T12:00:00Z');
    expect(await take(numbers, 1)).toEqual([expect.stringMatching(/^202611241000001\d$/)]);
  });
});
