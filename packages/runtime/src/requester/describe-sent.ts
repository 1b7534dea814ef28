import { Mask, secretsIn, type CompiledService } from '@ticketgate/gateway';
import type { SentRequest } from '@ticketgate/requester';

import type { RequesterResult } from './requester.js';

/** Most characters of a body. */
const MOST_SHOWN = 100_000;

/** Creates the mask for the requests of a call: it hides the secrets of the web service and of the answer. */
export function maskOf(
  { debugger: { secretNames } }: CompiledService,
  { secrets, data }: Pick<RequesterResult, 'secrets' | 'data'>,
): Mask {
  return new Mask(secretNames, new Set(secretsIn([secrets, data], secretNames)));
}

/** Advice about a redirect, which the family's message does not give. */
export function redirectAdvice(address: string): string {
  return `It redirects to ${address}: redirects are not followed, so write that address.`;
}

/** Describes a request of an invoker and its answer for administrators. */
export function describeSent({ request, answer, milliseconds, refused }: SentRequest, mask: Mask) {
  // Masked first: a truncated secret would not be recognised.
  const shown = (text: string) => mask.text(text).slice(0, MOST_SHOWN);
  return {
    method: request.method,
    url: mask.text(request.origin + request.path),
    headers: mask.data(Object.fromEntries(request.headers.values())) as Readonly<Record<string, string>>,
    body: request.body === undefined ? null : shown(request.body.toString()),
    ...(refused !== undefined && { refused: mask.text(refused) }),
    ...(answer?.redirect !== undefined && { redirect: mask.text(answer.redirect) }),
    ...(answer && { status: answer.status, answer: shown(answer.body.toString('utf8')), duration: milliseconds }),
  };
}
