import { maskTokens } from '@ticketgate/sdk';
import type { IncomingHttpHeaders } from 'node:http';

/** A client's id: long enough to be one, and nothing that could end a header or a line. */
const REQUEST_ID = /^[\w.:+/=@-]{4,128}$/;
/** 32 hexadecimal digits are what most clients send; other tokens may be credentials in the wrong header. */
const HEXADECIMAL = /^[0-9a-f]{32}$/;
/** W3C Trace Context: version, trace, parent and flags; ids of zeros are not valid. */
const TRACE_PARENT = /^(?!ff)[0-9a-f]{2}-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}$/;

/** The client's name for its request; undefined if it sent none, or one that must not be repeated in logs and answers. */
export function readRequestIDs(headers: IncomingHttpHeaders): {
  readonly requestID: string | undefined;
  readonly traceparent: string | undefined;
} {
  const id = headers['x-request-id']?.toString();
  const { traceparent } = headers;
  return {
    requestID: id !== undefined && isRequestID(id) ? id : undefined,
    traceparent: typeof traceparent === 'string' && TRACE_PARENT.test(traceparent) ? traceparent : undefined,
  };
}

function isRequestID(id: string): boolean {
  return HEXADECIMAL.test(id) || (REQUEST_ID.test(id) && maskTokens(id) === id);
}
