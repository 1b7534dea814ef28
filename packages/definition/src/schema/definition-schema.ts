import { gatewaySchema } from './gateway-schema.js';
import { invokerSchema } from './invoker-schema.js';
import { manual } from './manual.js';
import { operationSchema } from './operation-schema.js';
import { flag, list, text, unused } from './scalar-schemas.js';

// The keyword `severity` is what a violation is reported as ("error" unless it says otherwise; unknown keys are warnings,
// since the family keeps them). This schema describes shapes; the rules check what the values mean.

const mild = { severity: 'warning' } as const;

const IGNORED_ERROR_HANDLING = 'Stored but not used: the gateway answers errors itself.';

interface ErrorHandlingEffects {
  readonly modules: string;
  readonly order: string;
  readonly more?: typeof unused;
}

function errorHandlingSchema({ more, ...effects }: ErrorHandlingEffects) {
  return {
    ErrorHandling: {
      type: ['object', 'null'],
      description: 'a map',
      ...more,
      ...mild,
      ...manual(effects.modules, 'none', {}),
    },
    ErrorHandlingPriority: {
      ...list,
      type: ['array', 'null'],
      ...more,
      ...mild,
      ...manual(effects.order, 'none', []),
    },
  } as const;
}

const debuggerSchema = {
  // The rule `debugger-missing` says what the section is for.
  description: 'a map with DebugThreshold and TestMode',
  ...manual('What the debug log keeps of requests. Without this section no request can be served.', 'required', {
    DebugThreshold: 'error',
  }),
  additionalProperties: false,
  properties: {
    DebugThreshold: {
      ...text,
      ...manual(
        'The lowest level that is recorded: `debug`, `info`, `notice` or `error`. See [the life of a request](request-lifecycle.md) for what each level contains.',
        'required',
        'error',
      ),
    },
    TestMode: {
      ...flag,
      ...mild,
      ...manual('Turns the debug log of the service off.', 'off', '0'),
    },
  },
} as const;

interface TransportEffects {
  readonly whole: string;
  readonly type: string;
  readonly config: string;
}

function transportSchema({ whole, type, config }: TransportEffects) {
  return {
    type: 'object',
    description: 'a map with Type and Config',
    ...manual(whole, 'required', { Type: 'HTTP::REST' }),
    additionalProperties: false,
    properties: {
      Type: {
        ...text,
        ...manual(type, 'required', 'HTTP::REST'),
      },
      Config: {
        description: 'a map',
        ...manual(config, 'required', { MaxLength: '100000000' }),
      },
    },
  } as const;
}

const provider = {
  type: ['object', 'null'],
  description: 'a map with Transport and Operation',
  ...manual('The side that answers requests: what is served, and where.', 'required, unless there is a Requester', {
    Operation: { TicketGet: { Type: 'Ticket::TicketGet' } },
    Transport: { Type: 'HTTP::REST' },
  }),
  additionalProperties: false,
  properties: {
    Transport: transportSchema({
      whole: 'How requests arrive.',
      type: '`HTTP::REST` or [`HTTP::SOAP`](soap.md). A service with another transport is stored, but its requests are answered with 404.',
      config: 'The options of the transport: those of `HTTP::REST`, then those that only `HTTP::SOAP` has.',
    }),
    Operation: {
      type: ['object', 'null'],
      description: 'a map from names to operations',
      ...manual('The operations of the service, by names that you choose.', 'none', {
        TicketGet: { Type: 'Ticket::TicketGet' },
      }),
      additionalProperties: operationSchema,
    },
    ...errorHandlingSchema({ modules: IGNORED_ERROR_HANDLING, order: IGNORED_ERROR_HANDLING, more: unused }),
  },
} as const;

/** The keys of a requester; the rules check what invokers need. */
const requester = {
  type: ['object', 'null'],
  description: 'a map with Transport and Invoker',
  ...manual('The side that sends requests to other systems: its [invokers](invokers.md).', 'none', {
    Transport: { Type: 'HTTP::REST' },
  }),
  additionalProperties: false,
  properties: {
    Transport: transportSchema({
      whole: 'How requests are sent.',
      type: '`HTTP::REST` or `HTTP::SOAP`.',
      config: 'Where requests go, and how. [Invokers](invokers.md#the-transport) has its keys.',
    }),
    Invoker: {
      type: ['object', 'null'],
      description: 'a map from names to invokers',
      ...mild,
      ...manual('The invokers of the service, by names that you choose.', 'none', {
        PostTicket: { Type: 'Generic::PassThrough' },
      }),
      additionalProperties: {
        type: 'object',
        description: 'a map with at least Type',
        ...mild,
        properties: {
          MappingOutbound: invokerSchema.properties.MappingOutbound,
          MappingInbound: invokerSchema.properties.MappingInbound,
        },
      },
    },
    ...errorHandlingSchema({
      modules: 'Modules that decide whether a failed call is made again, by names that you choose.',
      order: 'The names of the modules that are asked, in their order.',
    }),
  },
} as const;

/** A text that changes nothing. */
function note(effect: string, example: string) {
  return { ...text, ...mild, ...manual(effect, 'empty', example) } as const;
}

/** The whole format (`docs/web-services.md`): the family's keys and `Gateway`. */
export const definitionSchema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'Web-service definition',
  type: 'object',
  description: 'a map with Debugger, Provider and Gateway',
  additionalProperties: false,
  properties: {
    Debugger: debuggerSchema,
    Description: note('A note for readers. It changes nothing.', 'Tickets for the shop.'),
    RemoteSystem: note('The system on the other side, as a note for readers. It changes nothing.', 'shop.example.org'),
    FrameworkVersion: note('The version that wrote the definition. It changes nothing.', '11.0.x'),
    Provider: provider,
    Requester: requester,
    Gateway: { ...gatewaySchema, type: ['object', 'null'] },
    Name: { ...unused, ...note('Ignored: a service has the name of its file, without the ending.', 'Shop') },
  },
} as const;
