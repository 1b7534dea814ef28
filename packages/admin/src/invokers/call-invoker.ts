import { recordChange } from '@ticketgate/database';
import { debuggerSinkOf, type RequesterResult } from '@ticketgate/runtime';

import { ServiceUnknown } from '../services/service-errors.js';
import { defineAction, type ActionContext, type ActionSystem } from '../tasks/action.js';
import { inputObject, word } from '../tasks/schemas.js';
import { commentSchema } from '../services/service-schemas.js';
import { compiledService, describeResult, requireInvoker, resultSchema } from './invoker-result.js';

/** Seconds that a call by hand may take, whatever the definition says. */
const LONGEST = 300;

export const callInvokerByHand = defineAction({
  summary: 'Calls an invoker of a web service as an event would, or shows what it would send.',
  input: inputObject(
    {
      name: { ...word, description: 'the web service' },
      invoker: { ...word, description: 'its name in the definition' },
      data: { type: 'object', description: 'what the event would bring, for example { TicketID: 7 }' },
    },
    {
      event: { ...word, description: 'the name of the event that it stands for' },
      comment: commentSchema,
      dryRun: { type: 'boolean', default: false, description: 'true: nothing is sent' },
    },
  ),
  answer: resultSchema,
  errors: [ServiceUnknown],
  async run({ name, invoker, data, event, dryRun, comment }, context) {
    const { system } = context;
    const service = await compiledService(system, name);
    requireInvoker(service, invoker);
    if (!dryRun) await recordCall(context, `${name} / ${invoker}`, comment);
    const requester = await system.requester();
    const signal = AbortSignal.timeout(LONGEST * 1_000);
    const given = event === undefined ? data : { ...data, Event: event };
    const result = await requester.call({ service, invoker, data: given, isDryRun: dryRun, signal });
    if (!dryRun) await keepEntry(system, result);
    return describeResult(service, result);
  },
});

/** Before the request is sent: what is sent cannot be undone. */
async function recordCall(
  { system, author: { login, source } }: ActionContext,
  subject: string,
  comment: string,
): Promise<void> {
  const entry = { action: 'invoker called', subject, comment, author: login, source };
  await recordChange(system.database, entry);
}

/** There as those of events are. */
async function keepEntry(system: ActionSystem, { entry }: RequesterResult): Promise<void> {
  if (entry !== undefined) await debuggerSinkOf(system).write([entry]);
}
