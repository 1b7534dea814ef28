import { Mask, secretsIn, type CompiledService } from '@ticketgate/gateway';
import { MASK, type Data } from '@ticketgate/sdk';
import { declareMessages, type Message } from '@ticketgate/sdk/schema';

import type { OutgoingBody, SentRequest, CallResult } from './call/index.js';

/** Most characters of a body, and of the result as JSON. */
const MOST_SHOWN = 100_000;
/** Most characters of an answer within a sentence. */
const MOST_QUOTED = 100;
/** Characters after them that are searched for the rest of a secret. */
const OVERLAP = 20_000;
const MOST_BYTES = 4 * (MOST_SHOWN + OVERLAP);

/** Creates the mask for the requests of a call: it hides the secrets of the web service and of the answer. */
export function newMask(
  { debugger: { secretNames } }: CompiledService,
  result: Pick<CallResult, 'data'> & { readonly secrets: readonly Data[] },
): Mask {
  return new Mask(secretNames, new Set(secretsIn([result.secrets, shownData(result)], secretNames)));
}

/** The result of a call for administrators, or how large it is. */
export function shownData({ data }: Pick<CallResult, 'data'>): unknown {
  const { length } = JSON.stringify(data ?? null);
  return length > MOST_SHOWN ? `Not shown: it has ${length} characters as JSON.` : (data ?? null);
}

/** Masks the beginning of a text. The last characters are left out, because they may be part of a secret. */
function glimpse(text: string, mask: Mask): string {
  if (text.length <= MOST_SHOWN) return mask.text(text);
  const masked = mask.text(text.slice(0, MOST_SHOWN + OVERLAP));
  return masked === MASK ? MASK : masked.slice(0, Math.min(MOST_SHOWN, masked.length - OVERLAP));
}

function showSent(body: OutgoingBody): string {
  return Buffer.isBuffer(body) ? body.toString('utf8', 0, MOST_BYTES) : body.toString();
}

/** Says why a call has failed, and what to do about what the family's message does not explain; `''` after success. */
export function explainFailure(result: CallResult, mask: Mask): string {
  const { errorMessage, reason } = result;
  const message = mask.sentence(errorMessage.trim());
  const said = reason === undefined ? [] : [mask.sentence(reason)];
  const more = [...said, ...acceptedAdvice(result, mask), ...redirectAdvice(result, mask)];
  return more.length === 0 || /[.!]$/.test(message) ? [message, ...more].join(' ') : `${message}: ${more.join(' ')}`;
}

function acceptedAdvice({ isSuccess, isAccepted, retry, requests }: CallResult, mask: Mask): readonly string[] {
  const answer = requests.at(-1)?.answer;
  if (isSuccess || !isAccepted || answer === undefined) return [];
  const text = mask.text(answer.body.subarray(0, MOST_SHOWN).toString('utf8').trim()).slice(0, MOST_QUOTED);
  const content = text === '' ? 'an empty answer' : `the answer ${JSON.stringify(text)}`;
  const repeated = retry ? '' : ', so the call is not made again by itself';
  const remedy = `If the answer does not matter, write IgnoreAnswer: '1' in the entry of the invoker.`;
  return [
    `The other system has accepted the request with status ${answer.status} and ${content}${repeated}. ${remedy}`,
  ];
}

function redirectAdvice({ requests }: CallResult, mask: Mask): readonly string[] {
  const address = requests.at(-1)?.answer?.redirect;
  if (address === undefined) return [];
  return [`It redirects to ${mask.text(address)}: redirects are not followed, so write that address.`];
}

/** Describes a request of an invoker and its answer for administrators. */
export function describeSent({ request, answer, milliseconds, refused }: SentRequest, mask: Mask) {
  const unsent = unsentParts(request);
  return {
    method: request.method,
    url: glimpse(request.origin + request.path, mask),
    // Masked texts are texts.
    headers: mask.data(Object.fromEntries(request.headers.values())) as Readonly<Record<string, string>>,
    body: request.body === undefined ? null : glimpse(showSent(request.body), mask),
    ...(refused !== undefined && { refused: mask.text(refused.message) }),
    ...(unsent.length > 0 && { unsent: unsent.map(({ message }) => message), unsentMessages: unsent }),
    ...(answer?.redirect !== undefined && { redirect: mask.text(answer.redirect) }),
    ...(answer && { status: answer.status, answer: glimpse(showSent(answer.body), mask), duration: milliseconds }),
  };
}

const say = declareMessages({
  'unsent.query': `The query of the Controller is not sent, because none of its placeholders was replaced. Write Gateway: { Requester: { Query: always } } to send it.`,
  'unsent.header': `The header "{name}" is made for each request, so that of the definition is not sent.`,
});

/** What the definition has for the request, and what is not sent. */
function unsentParts({ isQueryDropped, refused }: SentRequest['request']): readonly Message[] {
  const headers = refused.map((name) => say('unsent.header', { name }));
  return isQueryDropped ? [say('unsent.query'), ...headers] : headers;
}
