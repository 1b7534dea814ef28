import { EventAdministration, type EventChoice } from '@ticketgate/database';
import { ConfigurationError } from '@ticketgate/runtime';
import { createError, maskSecrets } from '@ticketgate/sdk';
import { flag, inputObject, optionalMembers, integer, named, objectOf, text, textOrNull } from '@ticketgate/sdk/schema';

import { type AnswerOf, command, type CommandParts, task } from '../tasks/task.js';
import { counted, UnfitWord } from '../tasks/words.js';
import { limitSchema, pageMembers, toPage } from '../tasks/pages.js';
import { moment, momentOrNull, rowID, word, commentSchema } from '../tasks/schemas.js';

const TEXT = 'only those with this text: a name, a ticket as #17, an error, or a part of what was sent or came back';
const CONSUMER = 'only those of this plugin, or of the invokers of a web service: service:<name>';

export const listPluginEvents = task({
  at: 'GET /plugin-events',
  needs: 'look',
  summary:
    'Lists events that plugins or invokers could not handle and that are not tried again, events that wait, or both; the oldest first.',
  input: optionalMembers({
    limit: limitSchema,
    after: rowID('the `next` of the page before'),
    state: { enum: ['dead', 'waiting', 'all'], default: 'dead', description: 'Whether they were given up or wait.' },
    consumer: word(CONSUMER),
    text: word(TEXT),
  }),
  answer: objectOf({
    ...pageMembers(
      named('PluginEvent', {
        id: integer('Number of the event.'),
        consumer: text('A plugin, or the invokers of a web service as service:<name>.'),
        name: text('Name of the event.'),
        key: text('Events with one key are handled one after the other.'),
        data: { type: 'object', description: 'What the event says, without secrets.' },
        at: moment('When it happened.'),
        attempts: integer('How often it was tried.'),
        dueAt: moment('When it is tried next.'),
        deadSince: momentOrNull('When it was given up; null for events that wait.'),
        error: textOrNull('Why it failed; null where it did not.'),
      }),
      integer(),
    ),
    total: integer('How many there are on all pages.'),
  }),
  async run({ limit, after, ...wanted }, { system }) {
    const administration = new EventAdministration(system.reader());
    const found = await administration.list({ ...wanted, afterID: after, limit: limit + 1 });
    const events = found.map((event) => ({ ...event, data: maskSecrets(event.data) }));
    return { ...toPage(events, limit, ({ id }) => id), total: await administration.total(wanted) };
  },
});

type PluginEvent = AnswerOf<typeof listPluginEvents>['items'][number];

export const eventsList = command({
  usage: 'events list',
  group: 'show, retry or drop events that could not be handled',
  about: 'list dead events, which are not tried again, the oldest first',
  input: optionalMembers({ waiting: flag(), consumer: text(), text: text(), limit: limitSchema, after: rowID() }),
  words: {
    waiting: ['--waiting', 'those that are still tried'],
    consumer: ['--consumer <name>', CONSUMER],
    text: ['--text <text>', TEXT],
    limit: ['--limit <count>', 'most events to list'],
    after: ['--after <id>', 'only events after this one'],
  },
  run: ({ waiting, ...wanted }, { call }) =>
    call(listPluginEvents, { ...wanted, state: waiting === true ? 'waiting' : 'dead' }),
  table: { headings: 'ID CONSUMER EVENT KEY ATTEMPTS STATE ERROR', cells: showEvent },
});

export const eventsShow = command({
  usage: 'events show <id>',
  about:
    'show an event with its data; of a call that was given up, also the request that was sent last, and its answer',
  input: inputObject({ id: rowID() }),
  words: { id: { flags: '<id>', about: 'as "events list" shows it', read: readID } },
  async run({ id }, { call }) {
    const { items } = await call(listPluginEvents, { state: 'all', limit: 1, ...(id > 1 && { after: id - 1 }) });
    if (items[0]?.id === id) return items[0];
    throw new ConfigurationError(`There is no event ${id}. "ticketgate events list" lists them.`);
  },
  print: (event) => JSON.stringify(event, undefined, 2),
});

function showEvent({ id, consumer, name, key, attempts, deadSince, dueAt, error }: PluginEvent): readonly string[] {
  const state = deadSince === null ? `next attempt ${dueAt}` : `dead since ${deadSince}`;
  return [String(id), consumer, name, key, String(attempts), state, error ?? ''];
}

function readID(text: string): number {
  if (/^[1-9]\d{0,14}$/.test(text)) return Number(text);
  throw new UnfitWord('Write the ids as "ticketgate events list" shows them, for example 17.');
}

const EventUnknown = createError<{ ids: readonly number[] }>(
  'Admin.EventUnknown',
  ({ ids }) =>
    `There is no such event: ${ids.slice(0, 10).join(', ')}${ids.length > 10 ? ' …' : ''}. "ticketgate events list" shows all of them.`,
  'NotFound',
);

const ids = { type: 'array', minItems: 1, maxItems: 1000, items: rowID() } as const;

type Change = (events: EventAdministration, choice: EventChoice, now: Date) => Promise<readonly number[]>;

interface ChangeWords {
  readonly at: `POST /${string}`;
  readonly summary: string;
  /** For the audit log. */
  readonly action: string;
  readonly command: Pick<CommandParts<unknown, void>, 'usage' | 'about'>;
  /** The output for one event, and for several. */
  readonly done: readonly [one: string, many: string];
}

function defineChange({ at, summary, action, command: words, done: [one, many] }: ChangeWords, change: Change) {
  return task({
    at,
    summary,
    input: {
      ...optionalMembers({
        ids: { ...ids, description: 'The numbers of the events.' },
        all: { const: true, description: 'All dead events, instead of `ids`.' },
        consumer: word(CONSUMER),
        text: word(TEXT),
        comment: commentSchema,
      }),
      oneOf: [{ required: ['ids'] }, { required: ['all'] }],
    },
    answer: objectOf({ events: integer('Number of events that were changed.') }),
    errors: [EventUnknown],
    run: (choice, { system, ...context }) =>
      context.change(async ({ transaction }) => {
        const changed = await change(new EventAdministration(transaction), choice, system.now());
        const missing = choice.ids?.filter((id) => !changed.includes(id)) ?? [];
        if (missing.length > 0) throw new EventUnknown({ ids: missing });
        return { events: changed.length };
      }),
    audit: ({ ids, consumer, text: wanted }, { events }) => ({
      action,
      subject: [
        ids?.join(' ') ?? 'all',
        ...(consumer === undefined ? [] : [`of ${consumer}`]),
        ...(wanted === undefined ? [] : [`with "${wanted}"`]),
      ].join(' '),
      after: { events },
    }),
    command: {
      ...words,
      words: {
        ids: { flags: '[id...]', about: 'ids as "events list" shows them', read: readID },
        all: ['--all', 'all dead events'],
        consumer: '--consumer <name>',
        text: '--text <text>',
      },
      check({ ids, all }) {
        if ((ids === undefined) === (all === undefined))
          throw new ConfigurationError('Name events by their ids, or all dead ones by --all.');
      },
      print: ({ events }) =>
        events === 0 ? 'No dead event matches.' : counted(events, `event ${one}`, `events ${many}`),
    },
  });
}

export const retryPluginEvents = defineChange(
  {
    at: 'POST /plugin-events/retry',
    summary: 'Tries events again now, as if they were new: those with these ids, or all dead ones.',
    action: 'events retried',
    command: {
      usage: 'events retry [id...]',
      about: 'try events again now, as if they were new; later events for the same key wait for them',
    },
    done: ['is tried again', 'are tried again'],
  },
  (events, choice, now) => events.retry(choice, now),
);

export const dropPluginEvents = defineChange(
  {
    at: 'POST /plugin-events/drop',
    summary: 'Deletes events for good: those with these ids, or all dead ones.',
    action: 'events dropped',
    command: {
      usage: 'events drop [id...]',
      about: 'delete events for good; a waiting one that is named is not tried again',
    },
    done: ['was deleted', 'were deleted'],
  },
  (events, choice) => events.drop(choice),
);
