import { manual } from './manual.js';
import { flag, text, texts, unused } from './scalar-schemas.js';

const mild = { severity: 'warning' } as const;

const route = {
  description: 'a map with Route and RequestMethod',
  ...manual(
    'The route of the operation of this name. Routes are tried in byte order of these names; the first that matches wins.',
    'none; an operation without a route cannot be called',
    { Route: '/Ticket/:TicketID', RequestMethod: ['GET'] },
  ),
  additionalProperties: false,
  properties: {
    Route: {
      ...text,
      ...manual(
        'The path below the URL of the service. `:Name` stands for one segment and becomes a parameter of the request. The rest is a Perl regular expression that matches the whole path.',
        'none; without it the entry matches nothing',
        '/Ticket/:TicketID',
      ),
    },
    RequestMethod: {
      // Only lists have an effect; the rule `request-method-ignored` reports everything else.
      description: 'a list of HTTP methods in capitals',
      ...manual('The methods that the route accepts.', 'every method', ['GET', 'POST']),
    },
    ParserBackend: {
      ...text,
      ...unused,
      ...manual('Stored but not used: bodies are read as JSON.', 'none', 'JSON'),
    },
    ParserBackendParameter: {
      ...unused,
      description: 'anything',
      ...manual('Stored but not used.', 'none', {}),
    },
  },
} as const;

const specificHeaders = {
  type: ['object', 'null'],
  description: 'a map from operations to their headers',
  ...mild,
  ...manual('Headers for the answers of single operations. They override `Common`.', 'none', {
    TicketGet: { 'Cache-Control': 'no-store' },
  }),
  additionalProperties: {
    ...texts,
    ...mild,
    ...manual('The headers of one operation: name to value.', 'none', { 'Cache-Control': 'no-store' }),
  },
} as const;

const restConfig = {
  additionalProperties: false,
  properties: {
    KeepAlive: {
      ...flag,
      ...mild,
      ...manual(
        'In profile contract, `0` closes each connection after its answer. In other profiles they stay open.',
        'empty',
        '1',
      ),
    },
    MaxLength: {
      ...text,
      ...mild,
      ...manual(
        'The most bytes that the body of a request may have, also after it was decompressed. Longer bodies are refused. A value that is not a number sets no limit; `http.maxBodySize` of the server still applies.',
        'no limit',
        '100000000',
      ),
    },
    RouteOperationMapping: {
      type: ['object', 'null'],
      description: 'a map from operations to their routes',
      ...manual('The routes of the service.', 'required', {
        TicketGet: { Route: '/Ticket/:TicketID', RequestMethod: ['GET'] },
      }),
      additionalProperties: route,
    },
    AdditionalHeaders: {
      ...texts,
      ...mild,
      ...manual(
        'Headers that every answer of the service gets: name to value. Headers of the transport, such as `Content-Length` or `Connection`, cannot be set.',
        'none',
        { 'Cache-Control': 'no-store' },
      ),
    },
    OutboundHeaders: {
      type: ['object', 'null'],
      description: 'a map with Common and Specific',
      ...mild,
      ...manual(
        'Headers for the answers of operations. They have no effect if there are `AdditionalHeaders`.',
        'none',
        { Common: { 'Cache-Control': 'no-store' } },
      ),
      additionalProperties: false,
      properties: {
        Common: {
          ...texts,
          ...mild,
          ...manual('Headers for the answers of all operations: name to value.', 'none', {
            'Cache-Control': 'no-store',
          }),
        },
        Specific: specificHeaders,
      },
    },
    PostParamName: {
      ...text,
      ...unused,
      ...mild,
      ...manual('Stored but not used: the body itself is the request.', 'none', 'Data'),
    },
  },
} as const;

/** The keys of `Provider.Transport.Config` of HTTP::REST. */
export const restConfigSchema = { type: 'object', description: 'a map', ...restConfig } as const;
