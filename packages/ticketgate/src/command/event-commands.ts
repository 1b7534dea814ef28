import { dropPluginEvents, listPluginEvents, retryPluginEvents } from '@ticketgate/admin';
import { ConfigurationError } from '@ticketgate/runtime';
import { InvalidArgumentError, type CommandUnknownOpts as Command } from '@commander-js/extra-typings';

import { addCommentOption } from './audited.js';
import { formatOption, readCount } from './program-options.js';
import { runAction } from './run-action.js';
import { printResult, renderList, printLine } from './terminal.js';

const CONSUMER = 'only those of this plugin, or of the invokers of a web service: service:<name>';

export function addEventCommands(program: Command): void {
  const events = program.command('events').description('show, retry or drop events that could not be handled');
  events
    .command('list')
    .description('list dead events, which are not tried again, the oldest first')
    .option('--waiting', 'those that are still tried')
    .option('--consumer <name>', CONSUMER)
    .option('--limit <count>', 'most events to list', readCount, 50)
    .addOption(formatOption())
    .action(async ({ waiting, consumer, limit, format }, command) => {
      const state = waiting === true ? 'waiting' : 'dead';
      const { items } = await runAction(command, listPluginEvents, { state, limit, consumer });
      printResult(format, items, () => renderList(items, 'ID CONSUMER EVENT KEY ATTEMPTS STATE ERROR', cellsOf));
    });
  events
    .command('show')
    .description(
      'show an event with its data; of a call that was given up, also the request that was sent last, and its answer',
    )
    .argument('<id>', 'as "events list" shows it', readID)
    .action(async (id, _options, command) => {
      const from = { limit: 1, ...(id > 1 && { after: id - 1 }) };
      for (const state of ['dead', 'waiting'] as const) {
        const { items } = await runAction(command, listPluginEvents, { state, ...from });
        const [event] = items;
        if (event?.id !== id) continue;
        printLine(JSON.stringify(event, undefined, 2));
        return;
      }
      throw new ConfigurationError(`There is no event ${id}. "ticketgate events list" lists them.`);
    });
  addChange(events, {
    name: 'retry',
    description: 'try events again now, as if they were new; later events for the same key wait for them',
    action: retryPluginEvents,
    outcome: ['is tried again', 'are tried again'],
  });
  addChange(events, {
    name: 'drop',
    description: 'delete events for good; a waiting one that is named is not tried again',
    action: dropPluginEvents,
    outcome: ['was deleted', 'were deleted'],
  });
}

interface EventChange {
  readonly name: string;
  readonly description: string;
  readonly action: typeof retryPluginEvents;
  /** The output for one event, and for several. */
  readonly outcome: readonly [string, string];
}

function addChange(events: Command, { name, description, action, outcome }: EventChange): void {
  addCommentOption(events.command(name))
    .description(description)
    .argument('[id...]', 'ids as "events list" shows them', readIDs)
    .option('--all', 'all dead events')
    .option('--consumer <name>', CONSUMER)
    .action(async (named, { all, consumer }, command) => {
      if ((named.length === 0) !== (all === true))
        throw new ConfigurationError('Name events by their ids, or all dead ones by --all.');
      const ids = named.length === 0 ? undefined : [...named];
      const { events: count } = await runAction(command, action, { ids, all, consumer });
      printLine(count === 1 ? `1 event ${outcome[0]}` : `${count} events ${outcome[1]}`);
    });
}

function cellsOf(event: Awaited<ReturnType<typeof listPluginEvents.run>>['items'][number]): readonly string[] {
  const { id, consumer, name, key, attempts, deadSince, dueAt, error } = event;
  const state = deadSince === null ? `next attempt ${dueAt.toISOString()}` : `dead since ${deadSince.toISOString()}`;
  return [String(id), consumer, name, key, String(attempts), state, error ?? ''];
}

function readIDs(value: string, earlier: readonly number[] = []): readonly number[] {
  return [...earlier, readID(value)];
}

function readID(value: string): number {
  if (/^[1-9]\d{0,14}$/.test(value)) return Number(value);
  throw new InvalidArgumentError('Write the ids as "ticketgate events list" shows them, for example 17.');
}
