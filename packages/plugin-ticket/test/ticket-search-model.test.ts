import fc from 'fast-check';
import type { Data } from '@ticketgate/sdk';

import { ticketSearch } from '../src/operations/ticket-search.js';
import { insertFieldValue } from './support/stored-rows.js';
import { TicketTests } from './support/ticket-tests.js';

/** A ticket as the model knows it. */
interface Ticket {
  readonly title: string;
  readonly customerUser: string | null;
  readonly queue: number;
  readonly state: number;
  readonly owner: number;
  readonly priority: number;
  /** Days before now. */
  readonly age: number;
  readonly reference: string | null;
  readonly tags: readonly string[];
}

/** A part of a request, and what it means. `undefined` is SQL's unknown. */
interface Criterion {
  readonly parameters: Data;
  readonly matches: (ticket: Ticket) => boolean | undefined;
}

const NOW = Date.parse('2026-11-23T12:00:00Z');
const DAY = 86_400_000;
const STATES = ['new', 'closed successful', 'closed unsuccessful', 'open'];

const word = fc.constantFrom(
  'fire',
  'Fire',
  'ice',
  '100%',
  'a_b',
  String.raw`c\d`,
  "O'Brien",
  'ÄRGER',
  'x (y)',
  '"q"',
  'a&b',
  'wow!',
);
const text = fc.array(word, { minLength: 1, maxLength: 3 }).map((words) => words.join(' '));

const ticket: fc.Arbitrary<Ticket> = fc.record({
  title: text,
  customerUser: fc.option(fc.constantFrom('jane', 'Jane', 'carla')),
  queue: fc.constantFrom(1, 2, 3, 4, 5),
  state: fc.constantFrom(1, 2, 3, 4),
  owner: fc.constantFrom(2, 3, 6),
  priority: fc.integer({ min: 1, max: 5 }),
  age: fc.integer({ min: 0, max: 9 }),
  reference: fc.option(text),
  tags: fc.uniqueArray(fc.constantFrom('red', 'green', 'blue')),
});

type Match = (value: string | null) => boolean | undefined;

interface Phrase {
  readonly written: string;
  readonly matches: Match;
}

/** Literal text in the words of the condition language. */
function escaped(literal: string): string {
  return literal.replaceAll(/[()&|]/g, String.raw`\$&`);
}

function isSame(value: string | null, literal: string): boolean | undefined {
  return value === null ? undefined : value.toLowerCase() === literal.toLowerCase();
}

// A value that starts with a quote or ! would be read as a phrase or a negation, and % is a wildcard wherever it stands.
const literal = text.filter((value) => !/^["!]|%/.test(value));
const exact = literal.map((value): Phrase => ({ written: escaped(value), matches: (other) => isSame(other, value) }));
const part = word.filter((value) => !/["%]/.test(value));
const wild = fc
  .record({ value: part, sign: fc.constantFrom('*', '%'), isOpen: fc.boolean() })
  .map(({ value, sign, isOpen }): Phrase => {
    const wanted = value.toLowerCase();
    return {
      written: `${sign}${escaped(value)}${isOpen ? sign : ''}`,
      matches: (other) => {
        if (other === null) return undefined;
        return isOpen ? other.toLowerCase().includes(wanted) : other.toLowerCase().endsWith(wanted);
      },
    };
  });

const { tree } = fc.letrec<{ tree: Phrase; leaf: Phrase; node: Phrase }>((tie) => ({
  leaf: fc.oneof(exact, wild),
  node: fc.oneof(
    tie('tree').map((inner) => ({
      written: `!(${inner.written})`,
      matches: (value: string | null) => negated(inner.matches(value)),
    })),
    fc
      .record({
        parts: fc.array(tie('tree'), { minLength: 2, maxLength: 3 }),
        sign: fc.constantFrom('&&', '||', ' AND ', ' OR ', '+'),
      })
      .map(({ parts, sign }) => chain(parts, sign)),
  ),
  tree: fc.oneof({ depthSize: 'small', withCrossShrink: true }, tie('leaf'), tie('node')),
}));

function negated(match: boolean | undefined): boolean | undefined {
  return match === undefined ? undefined : !match;
}

function chain(parts: readonly Phrase[], sign: string): Phrase {
  const written = parts.map((each) => `(${each.written})`).join(sign);
  const isOr = /\||OR/.test(sign);
  // Values are known or unknown as a whole, so that three-valued logic needs no more than this.
  const matches: Match = (value) => {
    const results = parts.map((each) => each.matches(value));
    if (results.includes(undefined)) return undefined;
    return isOr ? results.includes(true) : !results.includes(false);
  };
  return { written, matches };
}

function oneOf(phrases: readonly Phrase[], value: string | null): boolean {
  return phrases.some(({ matches }) => matches(value) === true);
}

const phrases = fc.array(tree, { minLength: 1, maxLength: 3 });
const someOf = <Value>(...values: readonly Value[]) => fc.uniqueArray(fc.constantFrom(...values), { minLength: 1 });

const criterion: fc.Arbitrary<Criterion> = fc.oneof(
  phrases.map((list) => ({
    parameters: { Title: list.map(({ written }) => written) },
    matches: ({ title }: Ticket) => oneOf(list, title),
  })),
  phrases.map((list) => ({
    parameters: { CustomerUserLogin: list.map(({ written }) => written) },
    matches: ({ customerUser }: Ticket) => oneOf(list, customerUser),
  })),
  someOf(1, 2, 3, 4, 5).map((QueueIDs) => ({
    parameters: { QueueIDs },
    matches: ({ queue }: Ticket) => QueueIDs.includes(queue),
  })),
  fc.constant({ parameters: { Queues: 'Misc', UseSubQueues: 1 }, matches: ({ queue }: Ticket) => queue >= 4 }),
  someOf(...STATES).map((States) => ({
    parameters: { States },
    matches: ({ state }: Ticket) => States.includes(STATES[state - 1] ?? ''),
  })),
  fc.constant({ parameters: { StateType: 'closed' }, matches: ({ state }: Ticket) => state === 2 || state === 3 }),
  someOf(2, 3, 6, 99).map((OwnerIDs) => ({
    parameters: { OwnerIDs },
    matches: ({ owner }: Ticket) => OwnerIDs.includes(owner),
  })),
  fc
    .tuple(fc.integer({ min: 0, max: 9 }), fc.constantFrom('Older', 'Newer'))
    .map(([days, side]) => ({
      parameters: { [`TicketCreateTime${side}Minutes`]: days * 1440 },
      matches: ({ age }: Ticket) => (side === 'Older' ? age >= days : age <= days),
    })),
  phrases.map((list) => ({
    parameters: { DynamicField: { Name: 'ExternalRef', Like: list.map(({ written }) => written) } },
    matches: ({ reference }: Ticket) => oneOf(list, reference),
  })),
  literal.map((value) => ({
    parameters: { DynamicField: { Name: 'ExternalRef', Equals: value } },
    matches: ({ reference }: Ticket) => isSame(reference, value),
  })),
  someOf('red', 'green', 'blue').map((Equals) => ({
    parameters: { DynamicField: { Name: 'Tags', Equals } },
    matches: ({ tags }: Ticket) => tags.some((tag) => Equals.includes(tag)),
  })),
  fc
    .constantFrom(0, 1)
    .map((Empty) => ({
      parameters: { DynamicField: { Name: 'Tags', Empty } },
      matches: ({ tags }: Ticket) => (tags.length === 0) === (Empty === 1),
    })),
);

/** Queues by name and by id are put together, all others have to be met side by side. */
function familyOf({ parameters }: Criterion): string {
  return (Object.keys(parameters)[0] ?? '').replace('QueueIDs', 'Queues');
}

const SORT = {
  Age: ({ age }: Ticket) => -age,
  Priority: ({ priority }: Ticket) => priority,
  State: ({ state }: Ticket) => state,
} as const;

const order = fc.record({
  keys: someOf(...(Object.keys(SORT) as (keyof typeof SORT)[])), // Object.keys is typed as string[]
  directions: fc.array(fc.constantFrom('Up', 'Down'), { minLength: 3, maxLength: 3 }),
});

describe('TicketSearch and a list in memory', () => {
  let tests: TicketTests;

  beforeAll(async () => {
    tests = await TicketTests.start();
    await tests.query('delete from ticket_history');
    await tests.query('delete from article_search_index');
    await tests.query('delete from article_data_mime');
    await tests.query('delete from article');
    await tests.query('delete from ticket');
  });

  afterAll(() => tests.stop());

  it('agree about random tickets and requests', async () => {
    const catalogue = await tests.system.catalogue.current();
    const services = {
      ...tests.system,
      catalogue: { current: () => Promise.resolve(catalogue), drop: () => Promise.resolve() },
    };
    const tickets = fc.sample(ticket, { numRuns: 80, seed: 1 });
    const stored: { id: number; ticket: Ticket }[] = [];
    for (const each of tickets) stored.push({ id: await store(each), ticket: each });
    const request = fc.record({
      criteria: fc.uniqueArray(criterion, { maxLength: 3, selector: familyOf }),
      order,
      limit: fc.integer({ min: 1, max: 90 }),
    });
    await fc.assert(
      fc.asyncProperty(request, async ({ criteria, order: { keys, directions }, limit }) => {
        const input = Object.assign({}, ...criteria.map(({ parameters }) => parameters)) as Data; // all parts are Data
        const hits = stored.filter(({ ticket: each }) => criteria.every(({ matches }) => matches(each) === true));
        hits.sort((a, b) => compare(a, b, { keys, directions }));
        const sent = { ...input, SortBy: keys, OrderBy: directions, Limit: limit };
        const output = await tests.run(ticketSearch, sent, { services });
        expect(output.TicketID ?? []).toEqual(hits.slice(0, limit).map(({ id }) => String(id)));
      }),
      { numRuns: 600 },
    );
  });

  function compare(
    a: { readonly id: number; readonly ticket: Ticket },
    b: { readonly id: number; readonly ticket: Ticket },
    { keys, directions }: { readonly keys: readonly (keyof typeof SORT)[]; readonly directions: readonly string[] },
  ): number {
    for (const [index, key] of keys.entries()) {
      const difference = SORT[key](a.ticket) - SORT[key](b.ticket);
      if (difference !== 0) return directions[index] === 'Up' ? difference : -difference;
    }
    return a.id - b.id;
  }

  async function store(each: Ticket): Promise<number> {
    const id = await tests.ticket({
      title: each.title,
      customer_user_id: each.customerUser,
      queue_id: each.queue,
      ticket_state_id: each.state,
      user_id: each.owner,
      ticket_priority_id: each.priority,
      create_time: new Date(NOW - each.age * DAY).toISOString().slice(0, 19).replace('T', ' '),
    });
    if (each.reference !== null) await insertFieldValue(tests, 3, { object_id: id, value_text: each.reference });
    for (const tag of each.tags) await insertFieldValue(tests, 7, { object_id: id, value_text: tag });
    return id;
  }
});
