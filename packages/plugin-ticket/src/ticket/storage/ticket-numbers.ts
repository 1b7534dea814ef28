import { randomBytes } from 'node:crypto';
import { formatSystemTime, type Database, type Settings } from '@ticketgate/sdk';

/** How many numbers a process takes at once. Numbers may be lost, never doubled. */
const BLOCK = 50;
/** The key of our lock: "tgnu" as ASCII. */
const LOCK = 0x74_67_6e_75;

interface Block {
  readonly key: string;
  next: number;
  readonly end: number;
}

/** Whom a block of numbers is for: a day, or {@link ALWAYS}, and when it is taken. */
type BlockRequest = Readonly<Record<'key' | 'timestamp', string>>;

const ALWAYS = 'always';

/**
 * Hands out ticket numbers from blocks, so that creates do not wait for each other. The next block is fetched while half of the last one is
 * left, so that they do not wait for it either. The counter is the table of the family: a host that also allocates numbers continues after
 * our last row (`docs/attached.md`).
 */
export class TicketNumbers {
  readonly #settings: Settings;
  /** The block in use, and the one after it. */
  #blocks: readonly Block[] = [];
  #reserving: Promise<void> | undefined;

  constructor(settings: Settings) {
    this.#settings = settings;
  }

  async next(database: Database, now: Date): Promise<string> {
    const format = numberFormat(this.#settings);
    const timestamp = formatSystemTime(now, this.#settings);
    const day = timestamp.slice(0, 10);
    const request = { key: format.isDaily ? day : ALWAYS, timestamp };
    for (;;) {
      const counter = this.#take(request.key);
      if (counter !== undefined) {
        // The caller that gets the last number asks again and reports errors.
        if (this.#left() <= BLOCK / 2) this.#reserve(database, request).catch(() => undefined);
        return format.format(counter, day.replaceAll('-', ''));
      }
      await this.#reserve(database, request);
    }
  }

  #take(key: string): number | undefined {
    this.#blocks = this.#blocks.filter((block) => block.key === key && block.next <= block.end);
    const [block] = this.#blocks;
    if (block === undefined) return undefined;
    block.next += 1;
    return block.next - 1;
  }

  #left(): number {
    return this.#blocks.reduce((sum, { next, end }) => sum + end + 1 - next, 0);
  }

  /** Concurrent callers share one reservation. */
  #reserve(database: Database, request: BlockRequest): Promise<void> {
    this.#reserving ??= reserveBlock(database, request)
      .then((block) => {
        this.#blocks = [...this.#blocks, block];
      })
      .finally(() => {
        this.#reserving = undefined;
      });
    return this.#reserving;
  }
}

/** A row with the end of the block: the next process, even a host, continues from there. */
async function reserveBlock(database: Database, { key, timestamp }: BlockRequest): Promise<Block> {
  return database.withTransaction(async (transaction) => {
    await transaction.query('select pg_advisory_xact_lock($1)', [LOCK]);
    const [row] = await transaction.query<{ counter: number }>(
      `insert into ticket_number_counter (counter, counter_uid, create_time)
       select coalesce(max(counter), 0) + $1, $2, $3::timestamp from ticket_number_counter
       where $4::timestamp is null or create_time >= $4::timestamp
       returning counter`,
      // Counters before that day do not count.
      [BLOCK, randomBytes(16).toString('hex'), timestamp, key === ALWAYS ? null : `${key} 00:00:00`],
    );
    const end = row?.counter ?? BLOCK;
    return { key, next: end - BLOCK + 1, end };
  });
}

/** How a system makes numbers out of a counter. */
interface NumberFormat {
  /** Counters of date-based generators restart each day. */
  readonly isDaily: boolean;
  /** `day` is `YYYYMMDD` in the system's time zone. */
  format(counter: number, day: string): string;
}

/** The format that `Ticket::NumberGenerator` names; AutoIncrement when it is empty. */
function numberFormat(settings: Settings): NumberFormat {
  const systemID = settings.text('SystemID');
  const size = settings.number('Ticket::NumberGenerator::MinCounterSize');
  const generator = settings.text('Ticket::NumberGenerator').split('::').at(-1) ?? '';
  const pad = (counter: number, length: number) => String(counter).padStart(length, '0');
  if (generator === 'DateChecksum') {
    const digits = (counter: number, day: string) => `${day}${systemID}${pad(counter, Math.max(5, size))}`;
    return { isDaily: true, format: (counter, day) => withCheckDigit(digits(counter, day)) };
  }
  if (generator === 'Date') {
    const length = settings.flag('Ticket::NumberGenerator::Date::UseFormattedCounter') ? size : 0;
    return { isDaily: true, format: (counter, day) => `${day}${systemID}${pad(counter, length)}` };
  }
  return { isDaily: false, format: (counter) => `${systemID}${pad(counter, size)}` };
}

/** Ends numbers of the generator DateChecksum: digits times 1, 2, 1, 2 …, added up; 10 becomes 1. */
function withCheckDigit(digits: string): string {
  const sum = Array.from(digits).reduce((total, digit, index) => total + Number(digit) * (index % 2 === 0 ? 1 : 2), 0);
  const digit = 10 - (sum % 10);
  return `${digits}${digit === 10 ? 1 : digit}`;
}
