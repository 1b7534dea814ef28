import { clip } from '../../debugger/cut-text.js';
import { Failure } from '../../failure.js';

/** A body that is not JSON. Compatible services answer the recorded text. */
export function malformedBody(message: string): Failure {
  const recorded = 'Error while decoding request content.';
  return refusal('Gateway.MalformedBody', { message: `${message} ${WANTED}`, recorded });
}

/** A body whose bytes are not what `Content-Encoding` says. */
export function notZipped(): Failure {
  return malformedBody('The body is not gzip, although its Content-Encoding says so, or it ends too early.');
}

/** A body in an encoding that is not supported. */
export function unknownCoding(coding: string): Failure {
  const message = `The Content-Encoding of the body is "${clip(coding, QUOTED)}". Send it as it is, or in gzip.`;
  const headers = { 'Accept-Encoding': 'gzip' };
  return new Failure({ code: 'Gateway.UnsupportedEncoding', message, reason: 'UnsupportedMedia', headers });
}

/** Characters of what a client sent that a message repeats. */
const QUOTED = 100;

/** A body that is JSON, but not an object with members. */
export function wrongStructure(what: string): Failure {
  const recorded = 'Unsupported request content structure.';
  return refusal('Gateway.WrongStructure', { message: `The body is ${what}. ${WANTED}`, recorded });
}

const WANTED = 'Send a JSON object in UTF-8, such as {"UserLogin": "anna"}.';

export function notReadable(): Failure {
  const message = 'Could not read input data';
  return refusal('Gateway.BodyNotReadable', { message, recorded: message });
}

function refusal(code: string, { message, recorded }: { message: string; recorded: string }): Failure {
  return new Failure({ code, message, reason: 'Invalid', recorded: { reason: 'Broken', body: recorded } });
}

export function tooLarge(limit: number): Failure {
  return new Failure({
    code: 'Gateway.PayloadTooLarge',
    message: `The body is longer than the ${limit} bytes that this service accepts (MaxLength).`,
    reason: 'TooLarge',
    recorded: { reason: 'TooLarge', body: 'Payload Too Large' },
  });
}

export function tooManyParameters(most: number): Failure {
  const message = `The query string has more than ${most} parameters. Send them in the body, or raise limits.queryParameters in the configuration.`;
  return new Failure({ code: 'Gateway.TooManyParameters', message, reason: 'URLTooLong' });
}

export function tooSlow(bytesPerSecond: number): Failure {
  const message = `The body came at less than ${bytesPerSecond} bytes a second, so the gateway stopped waiting for the rest.`;
  const headers = { Connection: 'close' };
  return new Failure({ code: 'Gateway.BodyTooSlow', message, reason: 'TimedOut', headers });
}

/** Other requests use all the room at the moment. */
export function noRoom(): Failure {
  const message = 'The server is busy with large requests. Nothing was done; send this request again in some seconds.';
  const headers = { 'Retry-After': '5' };
  return new Failure({ code: 'Gateway.BodiesInFlight', message, reason: 'Unavailable', headers });
}
