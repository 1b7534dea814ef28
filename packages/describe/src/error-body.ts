import type { GatewayOptions } from '@ticketgate/definition';
import type { JsonSchema } from '@ticketgate/sdk';
import { integer, objectWith, text } from '@ticketgate/sdk/schema';

import type { MappingView } from './mapping/mapping-view.js';

const CODE = text('For example Gateway.PayloadTooLarge.');
const MESSAGE = text('For people.');

// Later versions may add members: clients must not refuse them.

/** An error of an operation in a flat service, before the outbound mapping. */
const FLAT = objectWith(['Error'], {
  Error: objectWith(['ErrorCode', 'ErrorMessage'], { ErrorCode: CODE, ErrorMessage: MESSAGE }),
});

const ENVELOPE = objectWith(['Success', 'ErrorCode', 'ErrorMessage', 'Data'], {
  Success: { type: 'integer', const: 0 },
  ErrorCode: CODE,
  ErrorMessage: MESSAGE,
  Data: { type: 'object', description: 'Empty.', maxProperties: 0, additionalProperties: CODE },
});

const PROBLEM = {
  ...objectWith(['type', 'title', 'status', 'detail', 'code', 'requestId'], {
    type: { type: 'string', format: 'uri' },
    title: text(),
    status: integer(),
    detail: MESSAGE,
    code: CODE,
    requestId: text('As in X-Request-Id.'),
  }),
  description: 'A problem by RFC 9457.',
};

const BODIES = { flat: FLAT, envelope: ENVELOPE, problem: PROBLEM };

/** The body of an error as clients get it: of an operation, after its outbound mapping; without a mapping, of the gateway. */
export function errorBody({ answer }: GatewayOptions, outbound?: MappingView): JsonSchema {
  const body = BODIES[answer];
  return answer === 'flat' && outbound !== undefined ? outbound.output(body) : body;
}
