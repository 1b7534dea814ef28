import { findRefusal, findHttp, type InvokerDefinition } from '@ticketgate/definition';
import type { CompiledService } from '@ticketgate/gateway';
import {
  compareFields,
  emittedNames,
  meetsCondition,
  newMask,
  reachableHosts,
  type Invokers,
  type ServiceCallResult,
} from '@ticketgate/runtime';
import { isDeclared, suggestEvent, toText, withSuggestion, type Data, type RehearsedEvent } from '@ticketgate/sdk';
import {
  anyObject,
  anything,
  flag,
  inputObject,
  listOf,
  listOfNamed,
  mapOf,
  named,
  number as numeric,
  objectOf,
  optional,
  text,
  textOrNull,
  type Message,
} from '@ticketgate/sdk/schema';

import { ServiceUnknown, DefinitionInvalid, SecretMissing } from '../services/service-errors.js';
import { InputInvalid } from '../tasks/task-errors.js';
import { task, type TaskSystem } from '../tasks/task.js';
import { message, word } from '../tasks/schemas.js';
import { definitionSchema } from '../services/service-schemas.js';
import { compiledService, describeResult, requireInvoker, resultSchema } from './call-by-hand.js';

/** Seconds that a rehearsal may take. */
const LONGEST = 30;
/** Events of an invoker that are rehearsed, and characters of a value that are shown. */
const MOST_EVENTS = 20;
const MOST_SHOWN = 200;
/** Of lists, such as several values of a dynamic field. */
const MOST_VALUES = 20;

const field = named('ComparedField', {
  name: text('Its name.'),
  values: listOf(text(), 'What the ticket has there.'),
  isMet: flag('Whether the field is as the condition wants it.'),
});

export const rehearseInvoker = task({
  at: 'POST /services/:name/rehearse',
  needs: 'publish',
  summary:
    'Shows what an invoker would do for an event of a ticket, with the current version or another text: whether its conditions are met, what it would send, and when a failed call is made again. Nothing is sent.',
  input: inputObject(
    { name: word('the web service'), invoker: word('its name in the text') },
    {
      definition: definitionSchema,
      event: word('the first one of the invoker without it'),
      ticket: word('its number; the newest one without it'),
      data: anyObject('instead of what the event would bring'),
    },
  ),
  answer: objectOf({
    refused: optional(
      named(
        'InvokerRefusal',
        {
          reason: text('Why they may not be sent.'),
          reasonMessage: { ...message, description: 'The reason, for other languages.' },
          lines: textOrNull('What to write in gateway.yml to allow it; null where nothing allows it.'),
        },
        'Why its requests may not be sent; absent where they may.',
      ),
    ),
    ticket: optional(
      named(
        'RehearsedTicket',
        {
          number: text('The number of the ticket.'),
          title: text('The title of the ticket.'),
          members: mapOf(text(), 'Its members, by which conditions name them.'),
        },
        'The ticket that it was tried on; absent where there is none.',
      ),
    ),
    events: listOfNamed('What calls it, and whether it would; empty for an unknown ticket.', 'RehearsedInvokerEvent', {
      event: text('Its name.'),
      data: anything('What it brings; null where no event can be made up.'),
      isMet: flag('Whether its condition is met, or it has none.'),
      fields: listOf(field, 'The fields of its condition.'),
    }),
    data: anyObject('What the event brings: of the ticket, as it was given, or of an example.'),
    result: { ...resultSchema, description: 'What would be sent.' },
    retries: listOf(
      numeric(),
      'When a call is made again that finds the other system busy each time: seconds after the first attempt, at most 100.',
    ),
    mistake: optional(text('Why no failed call is made again.')),
  }),
  errors: [ServiceUnknown, SecretMissing, DefinitionInvalid],
  async run({ name, invoker: wanted, definition, event: wantedEvent, ticket: number, data: given }, { system }) {
    const service = await compiledService(system, name, definition);
    const invoker = requireInvoker(service, wanted);
    requireEvent(wantedEvent, invoker, system);
    const invokers = await system.invokers();
    const signal = AbortSignal.timeout(LONGEST * 1_000);
    const make = (event: string | undefined) => invokers.findRehearser(event)?.(service, number, signal);
    const event = wantedEvent ?? invoker.events[0]?.event;
    const chosen = await make(event);
    const made = new Map<string | undefined, RehearsedEvent | undefined>([[event, chosen]]);
    const others = invoker.events.map((each) => each.event).filter((each) => each !== event);
    for (const each of others.slice(0, MOST_EVENTS - 1)) made.set(each, await make(each));
    const isLost = number !== undefined && chosen === undefined && invokers.findRehearser(event) !== undefined;
    const data = given ?? renameEvent(chosen, event) ?? findExample(invoker, invokers);
    const result = await invokers.call({ service, invoker: wanted, data, isDryRun: true, signal });
    const retries = invokers.planRetries(service, wanted);
    return {
      refused: describeRefusal(service, system, result),
      ticket: describeTicket(chosen),
      events: isLost ? [] : invoker.events.map((each) => rehearsed(each, made.get(each.event))),
      data,
      result: describeResult(service, result),
      ...(typeof retries === 'string' ? { retries: [], mistake: retries } : { retries }),
    };
  },
});

/** @throws OperationError `Admin.InputInvalid` for an event that neither the invoker nor a plugin knows */
function requireEvent(event: string | undefined, { events }: InvokerDefinition, { plugins }: TaskSystem): void {
  const known = [...events.map((each) => each.event), ...emittedNames(plugins)];
  if (event === undefined || isDeclared(known, event)) return;
  const reason = withSuggestion(`There is no event "${event}".`, suggestEvent(event, known), 'Name another one.');
  throw new InputInvalid({ reason });
}

function renameEvent(made: RehearsedEvent | undefined, event: string | undefined): Data | undefined {
  return made && (event === undefined ? made.data : { ...made.data, Event: event });
}

function findExample({ type }: InvokerDefinition, { types }: Invokers): Data {
  return types.get(type)?.examples?.[0]?.data ?? {};
}

function rehearsed({ event, condition }: InvokerDefinition['events'][number], made: RehearsedEvent | undefined) {
  const subject = made?.subject;
  const isOpen = condition === undefined || subject === undefined;
  return {
    event,
    data: renameEvent(made, event) ?? null,
    isMet: isOpen || meetsCondition(condition, subject),
    fields: isOpen
      ? []
      : compareFields(condition, subject).map((each) => ({
          ...each,
          values: each.values.slice(0, MOST_VALUES).map(showText),
        })),
  };
}

function describeTicket(made: RehearsedEvent | undefined) {
  if (made === undefined) return undefined;
  const members = Object.entries(made.subject ?? {}).map(([name, value]) => [name, showText(value)] as const);
  return { number: made.number, title: made.title, members: Object.fromEntries(members) };
}

function showText(value: unknown): string {
  return (Array.isArray(value) ? value.map(toText).join(', ') : toText(value)).slice(0, MOST_SHOWN);
}

function describeRefusal(service: CompiledService, { configuration }: TaskSystem, result: ServiceCallResult) {
  const http = findHttp(service.webService.requester?.transport);
  const found = http && findRefusal(http, reachableHosts(configuration));
  const { reason = result.requests.find(({ refused }) => refused)?.refused, host } = found ?? {};
  if (reason === undefined) return undefined;
  // A cast: a masked message is a message. An address may have a user and a password.
  const masked = newMask(service, result).data(reason) as Message;
  const hosts = [...configuration.requester.allowedHosts, host].map((each) => `'${each ?? ''}'`);
  const lines = host === undefined ? null : `requester:\n  allowedHosts: [${hosts.join(', ')}]`;
  return { reason: masked.message, reasonMessage: masked, lines };
}
