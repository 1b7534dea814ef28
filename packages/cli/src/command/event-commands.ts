import { InvalidArgumentError, type Command } from 'commander';
import { EventAdministration, type EventChoice, type EventState, type ListedEvent } from '@ticketgate/database';
import { ConfigurationError } from '@ticketgate/runtime';

import { addCommentOption, audited } from './audited.js';
import { withSystem } from './command-context.js';
import { formatOption, readCount } from './program-options.js';
import { renderList, say } from './terminal.js';

interface ListOptions {
  readonly waiting?: true;
  readonly plugin?: string;
  readonly limit: number;
  readonly format: string;
}

interface ChoiceOptions {
  readonly all?: true;
  readonly plugin?: string;
}

const PLUGIN = 'only those for this plugin';

export function addEventCommands(program: Command): void {
  const events = program.command('events').description('events that plugins could not handle');
  events
    .command('list')
    .description('list dead events, which are not tried again, the oldest first')
    .option('--waiting', 'those that are still tried')
    .option('--plugin <name>', PLUGIN)
    .option('--limit <count>', 'most events to list', readCount, 50)
    .addOption(formatOption())
    .action(async ({ waiting, plugin, limit, format }: ListOptions, command: Command) => {
      const state: EventState = waiting === true ? 'waiting' : 'dead';
      await withSystem(command, async ({ database }) => {
        const found = await new EventAdministration(database).list({ state, plugin, limit });
        say(
          format === 'json'
            ? JSON.stringify(found, undefined, 2)
            : renderList('ID PLUGIN EVENT KEY ATTEMPTS STATE ERROR', found.map(row)),
        );
      });
    });
  addChange(events, {
    name: 'retry',
    description: 'try events again now, as if they were new; later events for the same key wait for them',
    action: 'events retried',
    change: (events, choice, now) => events.retry(choice, now),
    told: ['is tried again', 'are tried again'],
  });
  addChange(events, {
    name: 'drop',
    description: 'delete events for good; a waiting one that is named is not tried again',
    action: 'events dropped',
    change: (events, choice) => events.drop(choice),
    told: ['was deleted', 'were deleted'],
  });
}

interface EventChange {
  readonly name: string;
  readonly description: string;
  /** For the audit log. */
  readonly action: string;
  readonly change: (events: EventAdministration, choice: EventChoice, now: Date) => Promise<number>;
  /** What is printed about one event, and about several. */
  readonly told: readonly [string, string];
}

function addChange(events: Command, { name, description, action, change, told }: EventChange): void {
  addCommentOption(events.command(name))
    .description(description)
    .argument('[id...]', 'ids as "events list" shows them', readIDs)
    .option('--all', 'all dead events')
    .option('--plugin <name>', PLUGIN)
    .action(async (named: readonly number[], { all, plugin }: ChoiceOptions, command: Command) => {
      const ids = named.length === 0 ? undefined : named;
      if ((ids === undefined) !== (all === true))
        throw new ConfigurationError('Name events by their ids, or all dead ones by --all.');
      const choice = { ids, plugin };
      await withSystem(command, async (system) => {
        const subject = [ids?.join(' ') ?? 'all', ...(plugin === undefined ? [] : [`of ${plugin}`])].join(' ');
        const count = await audited(command, system, {
          action,
          subject,
          change: ({ transaction }) => change(new EventAdministration(transaction), choice, system.now()),
          after: (events) => ({ events }),
        });
        say(count === 1 ? `1 event ${told[0]}` : `${count} events ${told[1]}`);
      });
    });
}

function row(event: ListedEvent): readonly string[] {
  const { id, plugin, name, key, attempts, deadSince, dueAt, error } = event;
  const state = deadSince === null ? `next attempt ${dueAt.toISOString()}` : `dead since ${deadSince.toISOString()}`;
  return [String(id), plugin, name, key, String(attempts), state, error ?? ''];
}

function readIDs(value: string, earlier: readonly number[] = []): readonly number[] {
  if (/^[1-9]\d{0,14}$/.test(value)) return [...earlier, Number(value)];
  throw new InvalidArgumentError('Write the ids as "ticketgate events list" shows them, for example 17.');
}
