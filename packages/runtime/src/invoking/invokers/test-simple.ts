import { defineInvoker, isData, parseTimestamp, systemTimeZone, textOf, type InvokerContext } from '@ticketgate/sdk';

import { CallAgain } from '../error-handling/call-again.js';

/** Milliseconds until another call, if the response names no time. */
const DEFAULT_DELAY = 300_000;

export const testSimple = defineInvoker({
  type: 'Test::TestSimple',
  summary:
    'Sends the data of the event as it is, to try out a definition. The answer has to be an object, and can ask for another call.',
  config: {},
  prepare: (data) => data,
  handle(answer, context) {
    if (!isData(answer)) throw new Error('The answer is a list; this type of invoker takes an object.');
    const requested = Object.fromEntries(new URLSearchParams(textOf(answer.ResponseContent)));
    if (requested.ReSchedule === '1') throw new CallAgain(requested, timeOf(requested.ExecutionTime, context));
    return answer;
  },
});

function timeOf(text: string | undefined, context: InvokerContext): Date {
  const now = context.now().getTime();
  const time = parseTimestamp(text ?? '', systemTimeZone(context.settings))?.getTime() ?? now + DEFAULT_DELAY;
  return new Date(Math.max(time, now + 1_000));
}
