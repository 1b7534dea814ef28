import { clip } from '../../debugger/cut-text.js';
import { createFailure, type RecordedAnswer } from '../../failure.js';

const WANTED = 'Send a JSON object in UTF-8, such as {"UserLogin": "anna"}.';

export const MalformedBody = createFailure<string>('Gateway.MalformedBody', {
  reason: 'Invalid',
  message: (mistake) => `${mistake} ${WANTED}`,
  recorded: () => broken('Error while decoding request content.'),
});

/** Most characters of a client's value in a message. */
const QUOTED = 100;

export const UnsupportedEncoding = createFailure<{ coding: string }>('Gateway.UnsupportedEncoding', {
  reason: 'UnsupportedMedia',
  message: ({ coding }) =>
    `The Content-Encoding of the body is "${clip(coding, QUOTED)}". Send it as it is, or in gzip.`,
  headers: () => ({ 'Accept-Encoding': 'gzip' }),
});

export const WrongStructure = createFailure<string>('Gateway.WrongStructure', {
  reason: 'Invalid',
  message: (what) => `The body is ${what}. ${WANTED}`,
  recorded: () => broken('Unsupported request content structure.'),
});

const NOT_READ = 'Could not read input data';

export const BodyNotReadable = createFailure('Gateway.BodyNotReadable', {
  reason: 'Invalid',
  message: () => NOT_READ,
  recorded: () => broken(NOT_READ),
});

function broken(body: string): RecordedAnswer {
  return { reason: 'Broken', body };
}

export const PayloadTooLarge = createFailure<{ limit: number }>('Gateway.PayloadTooLarge', {
  reason: 'TooLarge',
  message: ({ limit }) => `The body is longer than the ${limit} bytes that this service accepts (MaxLength).`,
  recorded: () => ({ reason: 'TooLarge', body: 'Payload Too Large' }),
});

export const TooManyParameters = createFailure<{ most: number }>('Gateway.TooManyParameters', {
  reason: 'URLTooLong',
  message: ({ most }) =>
    `The query string has more than ${most} parameters. Send them in the body, or raise limits.queryParameters in the configuration.`,
});

export const BodyTooSlow = createFailure<{ bytesPerSecond: number }>('Gateway.BodyTooSlow', {
  reason: 'TimedOut',
  message: ({ bytesPerSecond }) =>
    `The body came at less than ${bytesPerSecond} bytes a second, so the gateway stopped waiting for the rest.`,
  headers: () => ({ Connection: 'close' }),
});

/** Other requests use up the budget for bodies. */
export const BodiesInFlight = createFailure('Gateway.BodiesInFlight', {
  reason: 'Unavailable',
  message: () => 'The server is busy with large requests. Nothing was done; send this request again in some seconds.',
  headers: () => ({ 'Retry-After': '5' }),
});
