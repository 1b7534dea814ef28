import { gatewaySchema } from './gateway-schema.js';
import type { Manual } from './manual.js';
import { operationSchema } from './operation-schema.js';
import { flag, list, text } from './scalar-schemas.js';

// The keyword `severity` is what a violation is reported as ("error" unless it says otherwise; unknown keys are warnings,
// since the family keeps them). This schema describes shapes; the rules check what the values mean.

const mild = { severity: 'warning' } as const;

const IGNORED_ERROR_HANDLING = 'Stored but not used: the gateway answers errors itself.';

function errorHandlingSchema(effects: { readonly modules: string; readonly order: string }) {
  return {
    ErrorHandling: {
      type: ['object', 'null'],
      description: 'a map',
      ...mild,
      manual: { effect: effects.modules, default: 'none', example: {} } satisfies Manual,
    },
    ErrorHandlingPriority: {
      ...list,
      type: ['array', 'null'],
      ...mild,
      manual: { effect: effects.order, default: 'none', example: [] } satisfies Manual,
    },
  } as const;
}

const debuggerSchema = {
  // The rule `debugger-missing` says what the section is for.
  description: 'a map with DebugThreshold and TestMode',
  manual: {
    effect: 'What the debug log keeps of requests. Without this section no request can be served.',
    default: 'required',
    example: { DebugThreshold: 'error' },
  } satisfies Manual,
  additionalProperties: false,
  properties: {
    DebugThreshold: {
      ...text,
      manual: {
        effect:
          'The lowest level that is recorded: `debug`, `info`, `notice` or `error`. See [the life of a request](request-lifecycle.md) for what each level contains.',
        default: 'required',
        example: 'error',
      } satisfies Manual,
    },
    TestMode: {
      ...flag,
      ...mild,
      manual: { effect: 'Turns the debug log of the service off.', default: 'off', example: '0' } satisfies Manual,
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
    manual: { effect: whole, default: 'required', example: { Type: 'HTTP::REST' } } satisfies Manual,
    additionalProperties: false,
    properties: {
      Type: {
        ...text,
        manual: { effect: type, default: 'required', example: 'HTTP::REST' } satisfies Manual,
      },
      Config: {
        description: 'a map',
        manual: { effect: config, default: 'required', example: { MaxLength: '100000000' } } satisfies Manual,
      },
    },
  } as const;
}

const provider = {
  type: ['object', 'null'],
  description: 'a map with Transport and Operation',
  manual: {
    effect: 'The side that answers requests: what is served, and where.',
    default: 'required, unless there is a Requester',
    example: { Operation: { TicketGet: { Type: 'Ticket::TicketGet' } }, Transport: { Type: 'HTTP::REST' } },
  } satisfies Manual,
  additionalProperties: false,
  properties: {
    Transport: transportSchema({
      whole: 'How requests arrive.',
      type: 'Only `HTTP::REST` is served. A service with another transport is stored, but its requests are answered with 404.',
      config: 'The options of the transport. Those of `HTTP::REST` follow.',
    }),
    Operation: {
      type: ['object', 'null'],
      description: 'a map from names to operations',
      manual: {
        effect: 'The operations of the service, by names that you choose.',
        default: 'none',
        example: { TicketGet: { Type: 'Ticket::TicketGet' } },
      } satisfies Manual,
      additionalProperties: operationSchema,
    },
    ...errorHandlingSchema({ modules: IGNORED_ERROR_HANDLING, order: IGNORED_ERROR_HANDLING }),
  },
} as const;

/** Its outline; the rules check what invokers need. */
const requester = {
  type: ['object', 'null'],
  description: 'a map with Transport and Invoker',
  manual: {
    effect: 'The side that sends requests to other systems: its [invokers](invokers.md).',
    default: 'none',
    example: { Transport: { Type: 'HTTP::REST' } },
  } satisfies Manual,
  additionalProperties: false,
  properties: {
    Transport: transportSchema({
      whole: 'How requests are sent.',
      type: 'Only `HTTP::REST` is served.',
      config: 'Where requests go, and how. [Invokers](invokers.md#the-transport) has its keys.',
    }),
    Invoker: {
      type: ['object', 'null'],
      description: 'a map from names to invokers',
      ...mild,
      manual: {
        effect: 'The invokers of the service, by names that you choose.',
        default: 'none',
        example: { PostTicket: { Type: 'Generic::PassThrough' } },
      } satisfies Manual,
    },
    ...errorHandlingSchema({
      modules: 'Modules that decide whether a failed call is made again, by names that you choose.',
      order: 'The names of the modules that are asked, in their order.',
    }),
  },
} as const;

/** A text that changes nothing. */
function note(effect: string, example: string) {
  return { ...text, ...mild, manual: { effect, default: 'empty', example } satisfies Manual } as const;
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
    Name: note('Ignored: a service has the name of its file, without the ending.', 'Shop'),
  },
} as const;
