import fc from 'fast-check';

/** Who does a step: agents with different rights, and a customer. */
export type Who = 'agent' | 'boss' | 'reader' | 'stranger' | 'customer';

export interface TicketStep {
  readonly title: string;
  readonly queue: string;
  readonly state: string;
  readonly priority: string;
  readonly customer: string;
  readonly lock?: string;
  readonly owner?: string;
  /** Until when a pending ticket waits, from now on. */
  readonly pendingMinutes?: number;
}

export interface ArticleStep {
  readonly body: string;
  readonly isVisible: boolean;
  readonly timeUnit: number;
}

export interface CreateStep {
  readonly kind: 'create';
  readonly who: Who;
  readonly ticket: TicketStep;
  readonly article: ArticleStep;
  /** Value of the dynamic field ExternalRef. */
  readonly reference?: string;
}

export interface UpdateStep {
  readonly kind: 'update';
  readonly who: Who;
  /** Which of the tickets that were created, deleted ones included. */
  readonly target: number;
  readonly ticket: Partial<TicketStep>;
  readonly article?: ArticleStep;
  readonly reference?: string;
}

export interface SearchStep {
  readonly kind: 'search';
  readonly who: Who;
  readonly criteria: {
    readonly queues?: readonly string[];
    readonly states?: readonly string[];
    readonly word?: string;
    readonly reference?: string;
  };
}

export interface ReadStep {
  readonly kind: 'get' | 'history';
  readonly who: Who;
  readonly targets: readonly number[];
}

export interface DeleteStep {
  readonly kind: 'delete';
  readonly who: Who;
  readonly target: number;
}

export type Step = CreateStep | UpdateStep | SearchStep | ReadStep | DeleteStep;

const who = fc.oneof(
  { weight: 4, arbitrary: fc.constant<Who>('agent') },
  { weight: 2, arbitrary: fc.constant<Who>('boss') },
  { weight: 2, arbitrary: fc.constantFrom<Who>('reader', 'stranger', 'customer') },
);
const queue = fc.constantFrom('Raw', 'Misc', 'Restricted');
const state = fc.constantFrom('new', 'open', 'closed successful', 'pending reminder');
const word = fc.constantFrom('anchor', 'bamboo', 'cactus');
const reference = fc.constantFrom('', 'A-1', 'B-2');
const target = fc.nat(3);

const ticket = {
  // The second is longer than what histories show of a title.
  title: fc.constantFrom('Printer on fire', 'A title that goes on for rather more than fifty characters', 'Ink'),
  queue,
  state,
  priority: fc.constantFrom('1 very low', '3 normal'),
  customer: fc.constantFrom('customer@example.com', 'somebody@unknown.org'),
  lock: fc.constantFrom('unlock', 'lock', 'tmp_lock'),
  owner: fc.constantFrom('apiagent', 'roagent', 'bossagent'),
  pendingMinutes: fc.integer({ min: 1, max: 5000 }),
};
const article = fc.record({
  body: fc.tuple(word, word).map((words) => words.join(' ')),
  isVisible: fc.boolean(),
  timeUnit: fc.constantFrom(0, 0, 1, 2.5),
});

const create: fc.Arbitrary<CreateStep> = fc.record(
  {
    kind: fc.constant('create' as const),
    who,
    ticket: fc.record(ticket, { requiredKeys: ['title', 'queue', 'state', 'priority', 'customer'] }),
    article,
    reference,
  },
  { requiredKeys: ['kind', 'who', 'ticket', 'article'] },
);
const update: fc.Arbitrary<UpdateStep> = fc.record(
  {
    kind: fc.constant('update' as const),
    who,
    target,
    ticket: fc.record(ticket, { requiredKeys: [] }),
    article,
    reference,
  },
  { requiredKeys: ['kind', 'who', 'target', 'ticket'] },
);
const search: fc.Arbitrary<SearchStep> = fc.record({
  kind: fc.constant('search' as const),
  who,
  criteria: fc.record(
    {
      queues: fc.uniqueArray(queue, { minLength: 1 }),
      states: fc.uniqueArray(state, { minLength: 1 }),
      word,
      reference: fc.constantFrom('A-1', 'B-2'),
    },
    { requiredKeys: [] },
  ),
});
const read: fc.Arbitrary<ReadStep> = fc.record({
  kind: fc.constantFrom('get' as const, 'history' as const),
  who,
  targets: fc.array(target, { minLength: 1, maxLength: 2 }),
});
const remove: fc.Arbitrary<DeleteStep> = fc.record({ kind: fc.constant('delete' as const), who, target });

/** What happens to a few tickets, one after the other; begins with a ticket, so that there is something to happen to. */
export const life: fc.Arbitrary<readonly Step[]> = fc
  .tuple(
    create,
    fc.array(
      fc.oneof(
        { weight: 2, arbitrary: create },
        { weight: 6, arbitrary: update },
        { weight: 2, arbitrary: search },
        { weight: 3, arbitrary: read },
        { weight: 1, arbitrary: remove },
      ),
      { minLength: 1, maxLength: 12 },
    ),
  )
  .map(([first, rest]) => [first, ...rest]);
