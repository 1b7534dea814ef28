import { Mask, secretsIn, type CompiledService } from '@ticketgate/gateway';
import type { SentRequest } from '@ticketgate/requester';

import type { RequesterResult } from './requester.js';

/** Characters that are shown of a body. */
const SHOWN = 100_000;

/** Hides the secrets of a web service, and those of an answer, in what is shown of a call. */
export function maskOf(
  { debugger: { secretNames } }: CompiledService,
  { secrets, data }: Pick<RequesterResult, 'secrets' | 'data'>,
): Mask {
  return new Mask(secretNames, new Set(secretsIn([secrets, data], secretNames)));
}

/** Advice about a redirect; the family's message has none. */
export function redirectAdvice(address: string): string {
  return `It redirects to ${address}: redirects are not followed, so write that address.`;
}

/** A request of an invoker and its answer, as administrators see them. */
export function describeSent({ request, answer, milliseconds }: SentRequest, mask: Mask) {
  // Masked first: a secret that is cut would not be recognised.
  const shown = (text: string) => mask.text(text).slice(0, SHOWN);
  return {
    method: request.method,
    url: mask.text(request.origin + request.path),
    headers: mask.data(Object.fromEntries(request.headers.values())) as Readonly<Record<string, string>>,
    body: request.body === undefined ? null : shown(request.body.toString()),
    ...(answer?.redirect !== undefined && { redirect: mask.text(answer.redirect) }),
    ...(answer && { status: answer.status, answer: shown(answer.body.toString('utf8')), duration: milliseconds }),
  };
}
