import { compileForReplay, type CompiledService } from '@ticketgate/gateway';
import { describeSent, explainFailure, maskOf, shownData, type RequesterResult } from '@ticketgate/runtime';
import type { InvokerDefinition } from '@ticketgate/definition';
import { suggest, withSuggestion } from '@ticketgate/sdk';

import { InputInvalid } from '../api/api-errors.js';
import type { ActionSystem } from '../tasks/action.js';
import { readServiceRecord } from '../replaying/replay-request.js';
import { anything, integer, listOf, mapOf, named, number, objectOf, optional, text } from '../tasks/schemas.js';

const requestSchema = named(
  'InvokerRequest',
  objectOf({
    method: text,
    url: text,
    headers: mapOf(text),
    body: { type: ['string', 'null'] },
    refused: optional({ ...text, description: 'Why it may not be sent.' }),
    unsent: optional({ ...listOf(text), description: 'What the definition has for it that is not sent, and why.' }),
    status: optional(integer),
    redirect: optional({ ...text, description: 'Where it redirects to, which is not followed.' }),
    answer: optional(text),
    duration: optional(number),
  }),
);

/** What became of a call, or would become of it. */
export const resultSchema = named(
  'InvokerResult',
  objectOf({ Success: integer, ErrorMessage: text, Data: anything, requests: listOf(requestSchema) }),
);

export function describeResult(service: CompiledService, result: RequesterResult) {
  const mask = maskOf(service, result);
  return {
    Success: result.isSuccess ? 1 : 0,
    ErrorMessage: explainFailure(result, mask),
    Data: mask.data(shownData(result)),
    requests: result.requests.map((sent) => describeSent(sent, mask)),
  };
}

/** A web service as it is, or with another definition. */
export async function compiledService(
  system: ActionSystem,
  name: string,
  definition?: string,
): Promise<CompiledService> {
  const record = await readServiceRecord(system, name, { definition });
  const service = await compileForReplay(record, system.operations, system.host.profile);
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
