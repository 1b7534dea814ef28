import { Failure, PLAIN } from '../../../failure.js';

/** A body that is no JSON. Compatible services answer the text that was recorded. */
export function malformedBody(message: string): Failure {
  const recorded = 'Error while decoding request content.';
  return refusal('Gateway.MalformedBody', { message: `${message} ${WANTED}`, recorded });
}

/** A body that is JSON, but no object with content. */
export function wrongStructure(what: string): Failure {
  const recorded = 'Unsupported request content structure.';
  return refusal('Gateway.WrongStructure', { message: `The body is ${what}. ${WANTED}`, recorded });
}

const WANTED = 'Send a JSON object in UTF-8, such as {"UserLogin": "anna"}.';

function refusal(code: string, { message, recorded }: { message: string; recorded: string }): Failure {
  const compatible = { status: 500, contentType: PLAIN, body: recorded };
  return new Failure({ code, message, status: 400, compatible });
}

export function tooLarge(limit: number): Failure {
  return new Failure({
    code: 'Gateway.PayloadTooLarge',
    message: `The body is longer than the ${limit} bytes that this service accepts (MaxLength).`,
    status: 413,
    compatible: { status: 413, contentType: PLAIN, body: 'Payload Too Large' },
  });
}

/** A body of few bytes can take much work all the same. */
export function tooComplex(what: string, setting: string): Failure {
  const message = `The body has ${what}. Send less at once, or raise limits.${setting} in the configuration.`;
  return plain('Gateway.BodyTooComplex', message, 413);
}

export function tooManyParameters(most: number): Failure {
  const message = `The query string has more than ${most} parameters. Send them in the body, or raise limits.queryParameters in the configuration.`;
  return plain('Gateway.TooManyParameters', message, 414);
}

export function tooSlow(bytesPerSecond: number): Failure {
  const message = `The body came at less than ${bytesPerSecond} bytes a second, so the rest of it was not waited for.`;
  return plain('Gateway.BodyTooSlow', message, 408, { Connection: 'close' });
}

/** Others send so much at this time that there is no room. */
export function noRoom(): Failure {
  const message = 'The server is busy with large requests. Nothing was done; send this request again in some seconds.';
  return plain('Gateway.BodiesInFlight', message, 503, { 'Retry-After': '5' });
}

// The last are headers that not every refusal has.
// eslint-disable-next-line max-params
function plain(code: string, message: string, status: number, headers: Readonly<Record<string, string>> = {}): Failure {
  return new Failure({ code, message, status, headers, compatible: { status, contentType: PLAIN, body: message } });
}
