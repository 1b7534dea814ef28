import { STATUS_CODES } from 'node:http';
import { charsetOf, Failure, XmlDecoder, XmlReader, type XmlDocument } from '@ticketgate/gateway';
import { isData, type Data } from '@ticketgate/sdk';

import { AnswerRefused, isSuccess, type BodySink } from '../http/answer-body.js';
import { failed, recordAnswer } from '../http/received-answer.js';
import type { AnswerHead, AnswerOptions, AnswerReader, ReceivedAnswer, RemoteData } from '../http/invoker-transport.js';

/** Characters of a Fault in a message. */
const LONGEST = 1_000;
const NO_BODY = 'Got no result body from soap call';

/** Reads the envelope of a response while it arrives. */
export class SoapAnswer implements AnswerReader {
  readonly #element: string;
  readonly #options: AnswerOptions;
  #document: XmlDocument | undefined;
  /** Why the body is not XML that can be read. */
  #problem: string | undefined;

  constructor(element: string, options: AnswerOptions) {
    this.#element = element;
    this.#options = options;
  }

  begin({ contentType }: AnswerHead): BodySink {
    const reader = new XmlReader({ limits: this.#options.answers.json, decodesBase64: true });
    const decoder = new XmlDecoder(reader, charsetOf(contentType));
    return {
      get encoding() {
        return decoder.encoding;
      },
      add: (part) => {
        this.#try(() => {
          decoder.add(part);
        });
      },
      finish: () => {
        this.#try(() => {
          decoder.finish();
          this.#document = reader.finish();
        });
      },
    };
  }

  read(answer: ReceivedAnswer): Promise<RemoteData> {
    const isLarge = recordAnswer(answer.body, this.#options.trace, 'XML');
    return Promise.resolve({ data: this.#dataOf(answer), isLarge });
  }

  /** After the first mistake the rest is not read. */
  #try(work: () => void): void {
    if (this.#problem !== undefined) return;
    try {
      work();
    } catch (cause) {
      if (!(cause instanceof Failure)) throw cause;
      if (cause.code === 'Gateway.BodyTooComplex') throw new AnswerRefused(cause.message);
      this.#problem = cause.message;
    }
  }

  #dataOf(answer: ReceivedAnswer): unknown {
    const body = requireNoFailure(answer, bodyOf(this.#document));
    if (this.#options.answerUse === 'ignored' && isSuccess(answer.status)) return undefined;
    if (body === undefined) throw this.#noBody(answer);
    if (Object.hasOwn(body, this.#element)) return contentOf(body[this.#element]);
    const message = `No response data found for specified operation '${this.#options.invoker}' in soap response`;
    throw failed(message, answer, { problem: `The answer has no element "${this.#element}".` });
  }

  #noBody(answer: ReceivedAnswer) {
    const problem = answer.body.length === 0 ? undefined : this.#problem;
    return failed(problem === undefined ? NO_BODY : `Error in SOAP call: ${problem}`, answer);
  }
}

/** @throws CallFailure for an answer that is not complete, a Fault, a redirect, and a failure without an envelope */
function requireNoFailure(answer: ReceivedAnswer, body: Data | undefined): Data | undefined {
  const { status, failure } = answer;
  if (failure !== undefined) throw failed(`Error in SOAP call: ${status} ${failure}`, answer);
  if (body !== undefined && Object.hasOwn(body, 'Fault')) throw failed(messageOf(body.Fault), answer, FAULT);
  const isRedirect = status >= 300 && status < 400;
  if (!isRedirect && (body !== undefined || isSuccess(status))) return body;
  throw failed(`Error in SOAP call: ${status} ${STATUS_CODES[status] ?? ''}`, answer);
}

const FAULT = { problem: 'The answer is a Fault.', isRefusal: true };

function bodyOf(document: XmlDocument | undefined): Data | undefined {
  const { name, value } = document ?? {};
  return name === 'Envelope' && isData(value) && isData(value.Body) ? value.Body : undefined;
}

/** An element without content has no data. */
function contentOf(content: unknown): unknown {
  return content === '' || content === null ? undefined : content;
}

/** The members of a Fault by name, as the family has them; of nested ones the texts. */
function messageOf(fault: unknown): string {
  if (!isData(fault))
    return `The answer is a Fault${textsOf(fault) === '' ? ' without content' : `: ${textsOf(fault)}`}`;
  const members = Object.keys(fault).sort();
  return members
    .map((name) => `${name}: ${textsOf(fault[name])}`)
    .join(', ')
    .slice(0, LONGEST);
}

function textsOf(value: unknown): string {
  if (typeof value === 'string') return value.trim().slice(0, LONGEST);
  if (!isData(value) && !Array.isArray(value)) return '';
  return Object.values(value)
    .map(textsOf)
    .filter((text) => text !== '')
    .join(' ');
}
