import type { InvokerDefinition } from '@ticketgate/definition';
import type { CompiledService } from '@ticketgate/gateway';
import {
  openDebuggerSink,
  describeSent,
  explainFailure,
  newMask,
  type ServiceCallResult,
  shownData,
} from '@ticketgate/runtime';
import { suggest, withSuggestion } from '@ticketgate/sdk';
import {
  anyObject,
  flagOrFalse,
  anything,
  inputObject,
  integer,
  listOf,
  mapOf,
  named,
  number,
  optional,
  text,
  textOrNull,
} from '@ticketgate/sdk/schema';

import { InputInvalid } from '../tasks/task-errors.js';
import { ServiceUnknown } from '../services/service-errors.js';
import { compileRecord, readServiceRecord } from '../services/service-record.js';
import { type TaskSystem, task } from '../tasks/task.js';
import { word, commentSchema, message } from '../tasks/schemas.js';

const requestSchema = named('InvokerRequest', {
  method: text('The HTTP method.'),
  url: text('Where it went, with its query.'),
  headers: mapOf(text(), 'By name, without secrets.'),
  body: textOrNull('What was sent; null for nothing.'),
  refused: optional(text('Why it may not be sent.')),
  unsent: optional(listOf(text(), 'What the definition has for it that is not sent, and why.')),
  unsentMessages: optional(listOf(message, 'The sentences in `unsent`, for other languages.')),
  status: optional(integer('The HTTP status.')),
  redirect: optional(text('Where it redirects to, which is not followed.')),
  answer: optional(text('What came back.')),
  duration: optional(number('Milliseconds until the end of the answer.')),
});

/** The outcome of a call, or what it would be. */
export const resultSchema = named('InvokerResult', {
  Success: integer('1, or 0.'),
  ErrorMessage: text('Why it failed; empty after success.'),
  Data: anything('What the invoker made of the answer; null for nothing.'),
  notSent: optional(text('Why nothing was sent that was to be sent.')),
  requests: listOf(requestSchema, 'What was sent, or would be.'),
});

export function describeResult(service: CompiledService, result: ServiceCallResult) {
  const mask = newMask(service, result);
  return {
    Success: result.isSuccess ? 1 : 0,
    ErrorMessage: explainFailure(result, mask),
    Data: mask.data(shownData(result)),
    requests: result.requests.map((sent) => describeSent(sent, mask)),
  };
}

/** A web service as it is, or with another definition. */
export async function compiledService(system: TaskSystem, name: string, definition?: string): Promise<CompiledService> {
  const service = await compileRecord(await readServiceRecord(system, name, { definition }), system);
  if (service !== undefined) return service;
  throw new InputInvalid({ reason: `The web service "${name}" cannot be read; "ticketgate check" says why.` });
}

export function requireInvoker({ name, webService }: CompiledService, invoker: string): InvokerDefinition {
  const found = webService.requester?.invokers.get(invoker);
  if (found !== undefined) return found;
  const known = [...(webService.requester?.invokers.keys() ?? [])];
  const sentence = `The web service "${name}" has no invoker ${JSON.stringify(invoker)}.`;
  const others = known.length === 0 ? 'It has none.' : `It has ${known.slice(0, 30).join(', ')}.`;
  throw new InputInvalid({ reason: withSuggestion(sentence, suggest(invoker, known), others) });
}

export const IN_TEST =
  'Nothing was sent: the web service has TestMode on. Write "TestMode: 0" in its section Debugger first.';

/** Seconds that a call by hand may take, whatever the definition says. */
const LONGEST = 300;

export const callInvokerByHand = task({
  at: 'POST /services/:name/invoke',
  summary: 'Calls an invoker of a web service as an event would, or shows what it would send.',
  input: inputObject(
    {
      name: word('the web service'),
      invoker: word('its name in the definition'),
      data: anyObject('what the event would bring, for example { TicketID: 7 }'),
    },
    {
      event: word('the name of the event that it stands for'),
      comment: commentSchema,
      dryRun: flagOrFalse('true: nothing is sent'),
    },
  ),
  answer: resultSchema,
  errors: [ServiceUnknown],
  audit: ({ name, invoker }) => ({ action: 'invoker called', subject: `${name} / ${invoker}` }),
  async run({ name, invoker, data, event, dryRun }, { system, record }) {
    const service = await compiledService(system, name);
    requireInvoker(service, invoker);
    // Before the request is sent: what is sent cannot be undone.
    if (!dryRun) await record();
    const invokers = await system.invokers();
    const signal = AbortSignal.timeout(LONGEST * 1_000);
    const given = event === undefined ? data : { ...data, Event: event };
    const result = await invokers.call({ service, invoker, data: given, isDryRun: dryRun, signal });
    if (!dryRun && result.entry !== undefined) await openDebuggerSink(system).write([result.entry]);
    return { ...describeResult(service, result), ...(!dryRun && service.debugger.testMode && { notSent: IN_TEST }) };
  },
});
