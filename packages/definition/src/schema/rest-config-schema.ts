import type { Manual } from './manual.js';
import { flag, text, texts } from './scalar-schemas.js';

const mild = { severity: 'warning' } as const;

const ROUTE_MANUAL = {
  effect:
    'The path below the URL of the service. `:Name` stands for one segment and becomes a parameter of the request. The rest is a Perl regular expression that matches the whole path.',
  default: 'none; without it the entry matches nothing',
  example: '/Ticket/:TicketID',
} satisfies Manual;

const route = {
  description: 'a map with Route and RequestMethod',
  manual: {
    effect:
      'The route of the operation of this name. Routes are tried in byte order of these names; the first that matches wins.',
    default: 'none; an operation without a route cannot be called',
    example: { Route: '/Ticket/:TicketID', RequestMethod: ['GET'] },
  } satisfies Manual,
  additionalProperties: false,
  properties: {
    Route: { ...text, manual: ROUTE_MANUAL },
    RequestMethod: {
      // Only lists have an effect; the rule `request-method-ignored` reports everything else.
      description: 'a list of HTTP methods in capitals',
      manual: {
        effect: 'The methods that the route accepts.',
        default: 'every method',
        example: ['GET', 'POST'],
      } satisfies Manual,
    },
    ParserBackend: {
      ...text,
      manual: {
        effect: 'Stored but not used: bodies are read as JSON.',
        default: 'none',
        example: 'JSON',
      } satisfies Manual,
    },
    ParserBackendParameter: {
      description: 'anything',
      manual: { effect: 'Stored but not used.', default: 'none', example: {} } satisfies Manual,
    },
  },
} as const;

const specificHeaders = {
  type: ['object', 'null'],
  description: 'a map from operations to their headers',
  ...mild,
  manual: {
    effect: 'Headers for the answers of single operations. They override `Common`.',
    default: 'none',
    example: { TicketGet: { 'Cache-Control': 'no-store' } },
  } satisfies Manual,
  additionalProperties: {
    ...texts,
    ...mild,
    manual: {
      effect: 'The headers of one operation: name to value.',
      default: 'none',
      example: { 'Cache-Control': 'no-store' },
    } satisfies Manual,
  },
} as const;

const restConfig = {
  additionalProperties: false,
  properties: {
    KeepAlive: {
      ...flag,
      ...mild,
      manual: {
        effect: 'In profile contract, `0` closes each connection after its answer. In profile otobo they stay open.',
        default: 'empty',
        example: '1',
      } satisfies Manual,
    },
    MaxLength: {
      ...text,
      ...mild,
      manual: {
        effect:
          'The most bytes that the body of a request may have, also after it was decompressed. Longer bodies are refused. A value that is not a number sets no limit; `http.maxBodySize` of the server still applies.',
        default: 'no limit',
        example: '100000000',
      } satisfies Manual,
    },
    RouteOperationMapping: {
      type: ['object', 'null'],
      description: 'a map from operations to their routes',
      manual: {
        effect: 'The routes of the service.',
        default: 'required',
        example: { TicketGet: { Route: '/Ticket/:TicketID', RequestMethod: ['GET'] } },
      } satisfies Manual,
      additionalProperties: route,
    },
    AdditionalHeaders: {
      ...texts,
      ...mild,
      manual: {
        effect:
          'Headers that every answer of the service gets: name to value. Headers of the transport, such as `Content-Length` or `Connection`, cannot be set.',
        default: 'none',
        example: { 'Cache-Control': 'no-store' },
      } satisfies Manual,
    },
    OutboundHeaders: {
      type: ['object', 'null'],
      description: 'a map with Common and Specific',
      ...mild,
      manual: {
        effect: 'Headers for the answers of operations. They have no effect if there are `AdditionalHeaders`.',
        default: 'none',
        example: { Common: { 'Cache-Control': 'no-store' } },
      } satisfies Manual,
      additionalProperties: false,
      properties: {
        Common: {
          ...texts,
          ...mild,
          manual: {
            effect: 'Headers for the answers of all operations: name to value.',
            default: 'none',
            example: { 'Cache-Control': 'no-store' },
          } satisfies Manual,
        },
        Specific: specificHeaders,
      },
    },
    PostParamName: {
      ...text,
      ...mild,
      manual: {
        effect: 'Stored but not used: the body itself is the request.',
        default: 'none',
        example: 'Data',
      } satisfies Manual,
    },
  },
} as const;

/** The keys of `Provider.Transport.Config` of HTTP::REST. */
export const restConfigSchema = { type: 'object', description: 'a map', ...restConfig } as const;
