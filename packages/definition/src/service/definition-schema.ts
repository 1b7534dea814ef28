import { debuggerSchema } from '../debugger/debugger-schema.js';
import { gatewaySchema } from '../gateway/gateway-schema.js';
import { invokerSchema } from '../invokers/invoker-schema.js';
import { asKey, LIST, map, mapOrNothing, mapTo, MILD, leaf, note, titled, UNUSED } from '../check/keys.js';
import { operationSchema } from '../operations/operation-schema.js';

// The keyword `severity` says how a violation is reported: as an error by default, but unknown keys as warnings, since the family keeps
// them. This schema describes shapes; the rules check the meaning of values.

const IGNORED_ERROR_HANDLING = 'Stored but not used: the gateway answers errors itself.';

/** @param more keywords of both keys */
function errorHandlingSchema(modules: string, order: string, more: Readonly<Partial<typeof UNUSED>> = {}) {
  return {
    ErrorHandling: asKey({
      title: 'Further attempts',
      type: ['object', 'null'],
      description: 'a map',
      ...more,
      ...MILD,
    })(modules, 'none', {}),
    ErrorHandlingPriority: asKey({ title: 'Order of the modules', ...LIST, type: ['array', 'null'], ...more, ...MILD })(
      order,
      'none',
      [],
    ),
  } as const;
}

/** @param effects the effects of its keys, for the manual */
function transportSchema(effect: string, effects: Readonly<Record<'type' | 'config', string>>) {
  return map('a map with Type and Config', {
    Type: titled('Type', leaf)(effects.type, 'required', 'HTTP::REST'),
    Config: asKey({ title: 'Details', description: 'a map' })(effects.config, 'required', { MaxLength: '100000000' }),
  })(effect, 'required', { Type: 'HTTP::REST' });
}

const provider = mapOrNothing('a map with Transport and Operation', {
  Transport: titled('Connection', transportSchema)('How requests arrive.', {
    type: '`HTTP::REST` or [`HTTP::SOAP`](soap.md). A service with another transport is stored, but its requests are answered with 404.',
    config: 'The options of the transport: those of `HTTP::REST`, then those that only `HTTP::SOAP` has.',
  }),
  Operation: titled('Operations', mapTo('a map from names to operations', operationSchema))(
    'The operations of the service, by names that you choose.',
    'none',
    { TicketGet: { Type: 'Ticket::TicketGet' } },
  ),
  ...errorHandlingSchema(IGNORED_ERROR_HANDLING, IGNORED_ERROR_HANDLING, UNUSED),
})('The side that answers requests: what is served, and where.', 'required, unless there is a Requester', {
  Operation: { TicketGet: { Type: 'Ticket::TicketGet' } },
  Transport: { Type: 'HTTP::REST' },
});

const requester = mapOrNothing('a map with Transport and Invoker', {
  Transport: titled('Connection', transportSchema)('How requests are sent.', {
    type: '`HTTP::REST` or `HTTP::SOAP`.',
    config: 'Where requests go, and how. [Invokers](invokers.md#the-transport) has its keys.',
  }),
  Invoker: asKey({
    title: 'Invokers',
    type: ['object', 'null'],
    description: 'a map from names to invokers',
    ...MILD,
    additionalProperties: {
      type: 'object',
      description: 'a map with at least Type',
      ...MILD,
      properties: {
        MappingOutbound: invokerSchema.properties.MappingOutbound,
        MappingInbound: invokerSchema.properties.MappingInbound,
      },
    },
  })('The invokers of the service, by names that you choose.', 'none', {
    PostTicket: { Type: 'Generic::PassThrough' },
  }),
  ...errorHandlingSchema(
    'Modules that decide whether a failed call is made again, by names that you choose.',
    'The names of the modules that are asked, in their order.',
  ),
})('The side that sends requests to other systems: its [invokers](invokers.md).', 'none', {
  Transport: { Type: 'HTTP::REST' },
});

/** The whole format (`docs/web-services.md`): the family's keys and `Gateway`. */
export const definitionSchema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'Web-service definition',
  type: 'object',
  description: 'a map with Debugger, Provider and Gateway',
  additionalProperties: false,
  properties: {
    Debugger: { title: 'Debug log', ...debuggerSchema },
    Description: titled('Description', note)('A note for readers. It changes nothing.', 'Tickets for the shop.'),
    RemoteSystem: titled('System on the other side', note)(
      'The system on the other side, as a note for readers. It changes nothing.',
      'shop.example.org',
    ),
    FrameworkVersion: titled('Written by version', note)(
      'The version that wrote the definition. It changes nothing.',
      '11.0.x',
    ),
    Provider: { title: 'What this service offers', ...provider },
    Requester: { title: 'What this service calls', ...requester },
    Gateway: { title: 'Options of Ticketgate', ...gatewaySchema, type: ['object', 'null'] },
    Name: { ...UNUSED, ...note('Ignored: a service has the name of its file, without the ending.', 'Shop') },
  },
} as const;
