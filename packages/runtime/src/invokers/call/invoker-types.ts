import {
  type Invoker,
  defineInvoker,
  isData,
  parseTimestamp,
  systemTimeZone,
  toText,
  type InvokerContext,
  isTrue,
  type Data,
} from '@ticketgate/sdk';

import { CallAgain } from './call-failure.js';

/** Suffix of the actions that are sent and returned. */
const MARK = 'Test';

const test = defineInvoker({
  type: 'Test::Test',
  summary: 'Sends TicketNumber, Action and the time, and checks that they come back, to try out a definition.',
  config: {},
  prepare(data, context) {
    const { TicketNumber, Action, GetSystemTime } = requireTicket(data, 'Got no TicketNumber');
    return {
      TicketNumber,
      ...(isTrue(Action) && { Action: toText(Action) + MARK }),
      ...(isTrue(GetSystemTime) && { SystemTime: Math.floor(context.now().getTime() / 1000) }),
    };
  },
  handle(answer) {
    const { TicketNumber, Action } = requireTicket(answer, 'Got no TicketNumber!');
    if (!isTrue(Action)) return { TicketNumber };
    const action = toText(Action);
    if (!action.endsWith(MARK)) throw new Error('Got Action but it is not in required format!');
    return { TicketNumber, Action: action.slice(0, -MARK.length) };
  },
});

function requireTicket(data: unknown, mistake: string): Data {
  if (!isData(data) || !isTrue(data.TicketNumber)) throw new Error(mistake);
  return data;
}

/** Milliseconds until another call, if the response names no time. */
const DEFAULT_DELAY = 300_000;

const testSimple = defineInvoker({
  type: 'Test::TestSimple',
  summary:
    'Sends the data of the event as it is, to try out a definition. The answer has to be an object, and can ask for another call.',
  config: {},
  prepare: (data) => data,
  handle(answer, context) {
    if (!isData(answer)) throw new Error('The answer is a list; this type of invoker takes an object.');
    const requested = Object.fromEntries(new URLSearchParams(toText(answer.ResponseContent)));
    if (requested.ReSchedule === '1') throw new CallAgain(requested, chooseTime(requested.ExecutionTime, context));
    return answer;
  },
});

function chooseTime(text: string | undefined, context: InvokerContext): Date {
  const now = context.now().getTime();
  const time = parseTimestamp(text ?? '', systemTimeZone(context.settings))?.getTime() ?? now + DEFAULT_DELAY;
  return new Date(Math.max(time, now + 1_000));
}

/** The same in OTOBO and in Znuny. */
const passing = (['Generic::PassThrough', 'Generic::Tunnel'] as const).map((type) =>
  defineInvoker({
    type,
    summary: 'Sends the data of the event as it is.',
    config: {},
    prepare: (data) => data,
    handle: (answer) => answer,
  }),
);

const BUILT_IN_INVOKERS: readonly Invoker[] = [...passing, test, testSimple];

/** Invokers by type. */
export type InvokerTypes = ReadonlyMap<string, Invoker<never>>;

/**
 * All invokers: the built-in ones and those of plugins.
 *
 * @throws Error if two of them have the same type
 */
export function invokerTypes(ofPlugins: readonly Invoker<never>[] = []): InvokerTypes {
  const types = new Map<string, Invoker<never>>();
  for (const invoker of [...BUILT_IN_INVOKERS, ...ofPlugins]) {
    if (types.has(invoker.type)) throw new Error(`Two invokers have the type "${invoker.type}".`);
    types.set(invoker.type, invoker);
  }
  return types;
}
