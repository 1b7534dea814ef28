import { randomBytes } from 'node:crypto';
import type { Database, Settings } from '@ticketgate/sdk';

import { formatTimestamp, systemTimeZone } from '../time/system-time-zone.js';
import { numberFormat } from './format-ticket-number.js';

/** How many numbers a process takes at once. Numbers may be lost, never doubled. */
const BLOCK = 50;
/** Our own lock beside those of others: "tgnu" as ASCII. */
const LOCK = 0x74_67_6e_75;

interface Block {
  readonly key: string;
  next: number;
  readonly end: number;
}

/**
 * Hands out ticket numbers from blocks, so that creates do not wait for each other. The counter is the table of the family:
 * a host that allocates beside us goes on after our last row (`docs/attached.md`).
 */
export class TicketNumbers {
  readonly #settings: Settings;
  #block: Block | undefined;
  #reserving: Promise<Block> | undefined;

  constructor(settings: Settings) {
    this.#settings = settings;
  }

  async next(database: Database, now: Date): Promise<string> {
    const format = numberFormat(this.#settings);
    const timestamp = formatTimestamp(now, systemTimeZone(this.#settings));
    const day = timestamp.slice(0, 10);
    const key = format.isDaily ? day : 'always';
    for (;;) {
      const block = this.#block;
      if (block?.key === key && block.next <= block.end) {
        const counter = block.next;
        block.next += 1;
        return format.format(counter, day.replaceAll('-', ''));
      }
      await this.#reserve(database, { key, timestamp, since: format.isDaily ? `${day} 00:00:00` : undefined });
    }
  }

  /** Concurrent callers share one reservation. */
  async #reserve(
    database: Database,
    request: { key: string; timestamp: string; since: string | undefined },
  ): Promise<void> {
    this.#reserving ??= reserveBlock(database, request).finally(() => {
      this.#reserving = undefined;
    });
    this.#block = await this.#reserving;
  }
}

/** A row that holds the end of the block: whoever comes next, a host too, counts on from there. */
async function reserveBlock(
  database: Database,
  { key, timestamp, since }: { key: string; timestamp: string; since: string | undefined },
): Promise<Block> {
  return database.withTransaction(async (transaction) => {
    await transaction.query('select pg_advisory_xact_lock($1)', [LOCK]);
    const [row] = await transaction.query<{ counter: number }>(
      `insert into ticket_number_counter (counter, counter_uid, create_time)
       select coalesce(max(counter), 0) + $1, $2, $3::timestamp from ticket_number_counter
       where $4::timestamp is null or create_time >= $4::timestamp
       returning counter`,
      [BLOCK, randomBytes(16).toString('hex'), timestamp, since ?? null],
    );
    const end = row?.counter ?? BLOCK;
    return { key, next: end - BLOCK + 1, end };
  });
}
