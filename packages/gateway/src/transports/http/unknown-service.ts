import { encodeJson } from '../../json/encode-json.js';
import { NO_HEADERS, type Answer } from './answer.js';

/** The family answers unknown services with an empty 500. */
export const EMPTY_ERROR: Answer = Object.freeze({
  status: 500,
  contentType: undefined,
  body: '',
  headers: NO_HEADERS,
});

/** The answer at our own URLs, in the form of flat services, since the form of an unknown service is unknown too. */
export function answerUnknownService(name: string): Answer {
  const message = `No web service "${name}" is served. Names are case-sensitive; GET / lists them.`;
  const error = { ErrorCode: 'Gateway.ServiceUnknown', ErrorMessage: message };
  return {
    status: 404,
    contentType: 'application/json; charset=UTF-8',
    body: encodeJson({ Error: error }),
    headers: NO_HEADERS,
  };
}
