import { STATUS_CODES } from 'node:http';
import { addInTurns, readCharset, Failure, XmlDecoder, XmlReader, type XmlDocument } from '@ticketgate/gateway';
import { isData, type Data } from '@ticketgate/sdk';

import { AnswerRefused, isSuccess } from '../http/answer-body.js';
import { failed, recordAnswer } from '../http/received-answer.js';
import type { AnswerOptions, AnswerReader, ReceivedAnswer } from '../http/invoker-transport.js';

/** Characters of a Fault in a message. */
const LONGEST = 1_000;
const NO_BODY = 'Got no result body from soap call';

/** Reads the envelope of a response while it arrives, for the data in its element of that name. */
export function openSoapAnswer(element: string, options: AnswerOptions): AnswerReader {
  let document: XmlDocument | undefined;
  /** Why the body is not XML that can be read. After the first mistake the rest is not read. */
  let problem: string | undefined;
  const attempt = async (work: () => Promise<void> | void) => {
    if (problem !== undefined) return;
    try {
      await work();
    } catch (cause) {
      if (!(cause instanceof Failure)) throw cause;
      if (cause.code === 'Gateway.BodyTooComplex') throw new AnswerRefused(cause.message);
      problem = cause.message;
    }
  };
  return {
    begin({ contentType }) {
      const reader = new XmlReader({ limits: options.answers.json, decodesBase64: true });
      const decoder = new XmlDecoder(reader, readCharset(contentType));
      const addPart = addInTurns(decoder);
      return {
        get encoding() {
          return decoder.encoding;
        },
        add: (part) => attempt(() => addPart(part)),
        finish: () =>
          attempt(() => {
            decoder.finish();
            document = reader.finish();
          }),
      };
    },
    read(answer) {
      const isLarge = recordAnswer(answer.body, options.trace, 'XML');
      return Promise.resolve({ data: readAnswerData(answer, { element, options, document, problem }), isLarge });
    },
  };
}

interface ReadAnswer {
  readonly element: string;
  readonly options: AnswerOptions;
  readonly document: XmlDocument | undefined;
  readonly problem: string | undefined;
}

function readAnswerData(answer: ReceivedAnswer, { element, options, document, problem }: ReadAnswer): unknown {
  const body = requireNoFailure(answer, toBody(document));
  if (options.answerUse === 'ignored' && isSuccess(answer.status)) return undefined;
  if (body === undefined) {
    const isUnread = problem !== undefined && answer.body.length > 0;
    throw failed(isUnread ? `Error in SOAP call: ${problem}` : NO_BODY, answer);
  }
  // An element without content has no data.
  if (Object.hasOwn(body, element)) return body[element] === '' ? undefined : (body[element] ?? undefined);
  const message = `No response data found for specified operation '${options.remoteName}' in soap response`;
  throw failed(message, answer, { problem: `The answer has no element "${element}".` });
}

/** @throws CallFailure for an answer that is not complete, a Fault, a redirect, and a failure without an envelope */
function requireNoFailure(answer: ReceivedAnswer, body: Data | undefined): Data | undefined {
  const { status, failure } = answer;
  if (failure !== undefined) throw failed(`Error in SOAP call: ${status} ${failure}`, answer);
  if (body !== undefined && Object.hasOwn(body, 'Fault')) throw failed(wordFault(body.Fault), answer, FAULT);
  const isRedirect = status >= 300 && status < 400;
  if (!isRedirect && (body !== undefined || isSuccess(status))) return body;
  throw failed(`Error in SOAP call: ${status} ${STATUS_CODES[status] ?? ''}`, answer);
}

const FAULT = { problem: 'The answer is a Fault.', isRefusal: true };

function toBody(document: XmlDocument | undefined): Data | undefined {
  const { name, value } = document ?? {};
  return name === 'Envelope' && isData(value) && isData(value.Body) ? value.Body : undefined;
}

/** The members of a Fault by name, as in the family; nested ones as their texts. */
function wordFault(fault: unknown): string {
  if (!isData(fault))
    return `The answer is a Fault${joinTexts(fault) === '' ? ' without content' : `: ${joinTexts(fault)}`}`;
  const members = Object.keys(fault).sort();
  return members
    .map((name) => `${name}: ${joinTexts(fault[name])}`)
    .join(', ')
    .slice(0, LONGEST);
}

function joinTexts(value: unknown): string {
  if (typeof value === 'string') return value.trim().slice(0, LONGEST);
  if (!isData(value) && !Array.isArray(value)) return '';
  return Object.values(value)
    .map(joinTexts)
    .filter((text) => text !== '')
    .join(' ');
}
