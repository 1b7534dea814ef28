import type { GatewayOptions } from '@ticketgate/definition';
import type { JsonSchema } from '@ticketgate/sdk';

import type { MappingView } from './mapping/mapping-view.js';

const CODE = { type: 'string', description: 'For example Gateway.PayloadTooLarge.' } as const;
const MESSAGE = { type: 'string', description: 'For people.' } as const;

/** An error of an operation in a flat service, in front of the outbound mapping. */
const FLAT: JsonSchema = {
  type: 'object',
  required: ['Error'],
  properties: {
    Error: {
      type: 'object',
      required: ['ErrorCode', 'ErrorMessage'],
      properties: { ErrorCode: CODE, ErrorMessage: MESSAGE },
    },
  },
};

const ENVELOPE: JsonSchema = {
  type: 'object',
  required: ['Success', 'ErrorCode', 'ErrorMessage', 'Data'],
  properties: {
    Success: { type: 'integer', const: 0 },
    ErrorCode: CODE,
    ErrorMessage: MESSAGE,
    Data: { type: 'object', description: 'Empty.', maxProperties: 0, additionalProperties: CODE },
  },
};

const PROBLEM: JsonSchema = {
  type: 'object',
  description: 'A problem by RFC 9457.',
  required: ['type', 'title', 'status', 'detail', 'code', 'requestId'],
  properties: {
    type: { type: 'string', format: 'uri' },
    title: { type: 'string' },
    status: { type: 'integer' },
    detail: MESSAGE,
    code: CODE,
    requestId: { type: 'string', description: 'As in X-Request-Id.' },
  },
};

const BODIES = { flat: FLAT, envelope: ENVELOPE, problem: PROBLEM };

/** The body of an error, as clients get it: of an operation behind its outbound mapping, otherwise of the gateway itself. */
export function errorBody({ answer }: GatewayOptions, outbound?: MappingView): JsonSchema {
  const body = BODIES[answer];
  return answer === 'flat' && outbound !== undefined ? outbound.output(body) : body;
}
