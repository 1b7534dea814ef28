import { text } from '@ticketgate/sdk/schema';

import type { DescribedWebhook } from '../described-service.js';
import { withoutMembers } from './call-writer.js';
import type { OperationObject, ParameterObject, PathItem, RequestBody } from './open-api.js';
import { writeHeader } from './parameters.js';
import type { SchemaStore } from './schema-store.js';

/** The tag of all webhooks. */
export const WEBHOOKS = { name: 'Webhooks', description: 'Requests that the service sends to another system.' };

const WITH_BODY: ReadonlySet<string> = new Set(['POST', 'PUT', 'PATCH']);

const KEY = writeHeader('Idempotency-Key', text('The same at every attempt to tell of one event.'));

/** The headers of Standard Webhooks (https://www.standardwebhooks.com). */
const SIGNATURE: readonly ParameterObject[] = [
  writeHeader('webhook-id', text('The same at every attempt.'), true),
  writeHeader('webhook-timestamp', { ...text('When it was sent, in seconds since 1970.'), pattern: '^\\d+$' }, true),
  writeHeader(
    'webhook-signature',
    { ...text('A signature of the id, the time and the body, as Standard Webhooks says.'), pattern: '^v1,' },
    true,
  ),
];

const RESPONSES: OperationObject['responses'] = {
  '200': {
    description: 'It was understood, as with any status up to 209. With 204 nothing is read.',
    content: { 'application/json': { schema: { type: 'object' } } },
  },
  '4XX': { description: 'It was refused.' },
};

/** A request of an invoker, as the other system gets it. */
export function webhookItem(webhook: DescribedWebhook, store: SchemaStore): PathItem {
  const { name, method, summary, isSigned } = webhook;
  const operation: OperationObject = {
    operationId: `webhook-${name}`,
    summary,
    description: sayWhen(webhook),
    tags: [WEBHOOKS.name],
    parameters: isSigned ? [KEY, ...SIGNATURE] : [KEY],
    ...(WITH_BODY.has(method) ? { requestBody: asBody(webhook, store) } : {}),
    responses: RESPONSES,
    security: [],
  };
  return { [method.toLowerCase()]: operation };
}

/** Media types of bodies, and what they are. */
const BODIES = {
  JSON: ['application/json', 'A JSON object.'],
  FORM: ['application/x-www-form-urlencoded', 'A form.'],
} as const;

function asBody({ name, inAddress, payload, contentType }: DescribedWebhook, store: SchemaStore): RequestBody {
  const schema = { ...store.refer(withoutMembers(payload, inAddress), `${name}Payload`) };
  const [mediaType, description] = BODIES[contentType];
  return { required: true, description, content: { [mediaType]: { schema } } };
}

function sayWhen({ method, summary, inAddress, events }: DescribedWebhook): string {
  const occasion = events.length === 0 ? 'It is sent by hand.' : `It is sent on ${[...new Set(events)].join(', ')}.`;
  const members = inAddress.length === 0 ? '' : ` The address has ${inAddress.join(', ')} of the payload.`;
  const rest = WITH_BODY.has(method) ? '' : ' All else is in the query string.';
  return `${summary}\n\n${occasion}${members}${rest}`;
}
