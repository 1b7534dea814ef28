import { CREDENTIAL_SOURCES } from '../credential-sources.js';
import type { Manual } from './manual.js';
import { requesterOptionsSchema } from './requester-options-schema.js';
import { positive } from './scalar-schemas.js';

const name = { type: ['string', 'number'], minLength: 1, description: 'a text' } as const;

const authentication = {
  type: 'object',
  description: 'a map with Accept and OnlyAgents',
  manual: {
    effect: 'Who may call the service, and with which credentials.',
    default: 'see its keys',
    example: { Accept: ['ApiKey'] },
  } satisfies Manual,
  additionalProperties: false,
  properties: {
    Accept: {
      type: 'array',
      minItems: 1,
      description: 'a list of places that credentials are taken from',
      manual: {
        effect:
          'Where credentials are taken from: the members `SessionID`, `UserLogin` and `CustomerUserLogin` (with `Password`) of the request, `Headers` (`X-OTRS-Header-SessionID` and the like), `ApiKey` (the header `X-API-Key`) and `Cookie` (the session cookie of the web interface). Credentials elsewhere are ignored.',
        default: '`[SessionID, UserLogin, CustomerUserLogin]`',
        example: ['SessionID', 'ApiKey'],
      } satisfies Manual,
      items: { enum: CREDENTIAL_SOURCES },
    },
    OnlyAgents: {
      type: 'array',
      minItems: 1,
      items: name,
      description: 'a list of logins of agents',
      manual: {
        effect: 'The only agents that may call the service. Other agents and all customers are refused.',
        default: 'everybody',
        example: ['api_agent'],
      } satisfies Manual,
    },
  },
} as const;

const transport = {
  type: 'object',
  description: 'a map with Timeout and HostHeader',
  manual: { effect: 'Limits of the connection.', default: 'see its keys', example: { Timeout: '30' } } satisfies Manual,
  additionalProperties: false,
  properties: {
    Timeout: {
      ...positive,
      description: 'a number of seconds, for example 30',
      manual: {
        effect: 'The most seconds that a request may take. Longer ones are answered with 408.',
        default: '`http.timeout` of the server (60)',
        example: '30',
      } satisfies Manual,
    },
    HostHeader: {
      type: 'array',
      minItems: 1,
      items: name,
      description: 'a list of host names',
      manual: {
        effect: 'The host names that the service answers to. Requests to other names are refused with 421.',
        default: 'every name',
        example: ['tickets.example.org'],
      } satisfies Manual,
    },
  },
} as const;

const rateLimit = {
  type: 'object',
  description: 'a map with Requests and Seconds',
  manual: {
    effect: 'How many requests one address may send in a period. Further ones are answered with 429 and `Retry-After`.',
    default: 'no limit',
    example: { Requests: '100', Seconds: '60' },
  } satisfies Manual,
  additionalProperties: false,
  required: ['Requests', 'Seconds'],
  properties: {
    Requests: {
      ...positive,
      manual: { effect: 'The number of requests.', default: 'required', example: '100' } satisfies Manual,
    },
    Seconds: {
      ...positive,
      manual: { effect: 'The length of the period.', default: 'required', example: '60' } satisfies Manual,
    },
  },
} as const;

const cors = {
  type: 'object',
  description: 'a map with Origins',
  manual: {
    effect: 'Lets web pages of other origins read the answers (CORS).',
    default: 'no other origin',
    example: { Origins: ['https://shop.example.org'] },
  } satisfies Manual,
  additionalProperties: false,
  required: ['Origins'],
  properties: {
    Origins: {
      type: 'array',
      minItems: 1,
      items: name,
      description: 'a list of origins',
      manual: {
        effect:
          'The origins, each with its scheme. `*` stands for all of them. Only pages of origins that are listed by name may send the cookie.',
        default: 'required',
        example: ['https://shop.example.org'],
      } satisfies Manual,
    },
  },
} as const;

const customers = {
  type: 'object',
  description: 'a map with May',
  manual: {
    effect: 'Restricts what customers may set in requests.',
    default: 'profile `contract`: `{ May: [] }`; profile `otobo`: no restriction',
    example: { May: ['State', 'Priority'] },
  } satisfies Manual,
  additionalProperties: false,
  required: ['May'],
  properties: {
    May: {
      type: 'array',
      items: name,
      description: 'a list of names, for example [State, Priority]',
      manual: {
        effect:
          'What customers may set beyond what is always theirs. [Ticket operations](ticket-operations.md#what-customers-may-do) lists the names.',
        default: 'required',
        example: ['State', 'Priority'],
      } satisfies Manual,
    },
  },
} as const;

const mcp = {
  type: 'object',
  description: 'a map with Operations and Schemas',
  manual: {
    effect:
      'Offers operations to AI agents as tools, at the path `/mcp` of the service (MCP). [HTTP clients](http-clients.md#ai-agents-mcp) says how agents connect.',
    default: 'no tools',
    example: { Operations: ['TicketSearch', 'TicketGet'] },
  } satisfies Manual,
  additionalProperties: false,
  required: ['Operations'],
  properties: {
    Operations: {
      type: 'array',
      minItems: 1,
      items: name,
      description: 'a list of names of operations of this service',
      manual: {
        effect: 'The operations that agents may call, and whose resources they may read.',
        default: 'required',
        example: ['TicketSearch', 'TicketGet'],
      } satisfies Manual,
    },
    Schemas: {
      enum: ['short', 'full'],
      manual: {
        effect:
          'How much agents are told of the input of each tool. `short` is at most 4 kB, with the members that are used most; `full` may be much longer.',
        default: '`short`',
        example: 'full',
      } satisfies Manual,
    },
  },
} as const;

const debug = {
  type: 'object',
  description: 'a map with Sample',
  manual: { effect: 'What the debug log keeps.', default: 'see its keys', example: { Sample: '0.1' } } satisfies Manual,
  additionalProperties: false,
  properties: {
    Sample: {
      type: ['number', 'string'],
      minimum: 0,
      maximum: 1,
      pattern: '^(?:0(?:\\.[0-9]+)?|1)$',
      description: 'a number from 0 to 1, for example 0.1',
      manual: {
        effect:
          'The share of the successful requests that the debug log records; `0.1` is every tenth. Failed requests are always recorded.',
        default: '`1`',
        example: '0.1',
      } satisfies Manual,
    },
  },
} as const;

const profile = {
  enum: ['otobo', 'contract'],
  manual: {
    effect:
      '`otobo` reads requests and answers as the family does. `contract` follows [the contract](contract.md): strict input, no Perl rules.',
    default: '`otobo`',
    example: 'contract',
  } satisfies Manual,
} as const;

const answer = {
  enum: ['flat', 'envelope', 'problem'],
  manual: {
    effect:
      'The form of answers: `flat` as in the family; `envelope` as `{ Success, ErrorMessage, Data }`; `problem` with flat data, and errors by RFC 9457.',
    default: '`flat`',
    example: 'envelope',
  } satisfies Manual,
} as const;

/** The key `Gateway:` of a definition (`docs/web-services.md`). Unlike the family's keys, unknown ones are errors here. */
export const gatewaySchema = {
  type: 'object',
  description: 'a map of options',
  manual: {
    effect: 'The options that the family does not have. An unknown key below it is an error.',
    default: 'the behaviour of the family',
    example: { Profile: 'contract', Answer: 'envelope' },
  } satisfies Manual,
  additionalProperties: false,
  properties: {
    Profile: profile,
    Answer: answer,
    ErrorStatus: {
      enum: ['compatible', 'http'],
      manual: {
        effect:
          '`http` answers errors with their true HTTP status, `compatible` as the family does: most of them with 200.',
        default: '`compatible` with `Answer: flat`, otherwise `http`',
        example: 'http',
      } satisfies Manual,
    },
    BasePath: {
      type: 'string',
      description: 'a path such as /connector',
      manual: {
        effect:
          'A further path that the service is served at, beside `/Webservice/<name>`. If two services have the same path, the later one is refused.',
        default: 'none',
        example: '/connector',
      } satisfies Manual,
    },
    Authentication: authentication,
    Transport: transport,
    RateLimit: rateLimit,
    Requester: requesterOptionsSchema,
    Cors: cors,
    Customers: customers,
    Debug: debug,
    MCP: mcp,
    Times: {
      enum: ['family', 'iso'],
      manual: {
        effect: '`iso` adds each time in ISO 8601 to answers, for example `CreatedISO` beside `Created`.',
        default: '`family`',
        example: 'iso',
      } satisfies Manual,
    },
    UnknownMembers: {
      enum: ['refuse', 'ignore'],
      manual: {
        effect: 'Whether requests with members or parameters that the operation does not know are refused.',
        default: '`refuse` in profile `contract`, otherwise `ignore`',
        example: 'ignore',
      } satisfies Manual,
    },
    Documentation: {
      enum: ['public', 'off'],
      manual: {
        effect:
          'Whether everybody may read what the service offers, at `/docs/<name>/`: its operations as a page to try them, and as an OpenAPI document.',
        default: '`documentation` of the server (`public`, unless it is attached)',
        example: 'off',
      } satisfies Manual,
    },
    CollapseSingleItem: {
      type: ['boolean', 'string', 'integer'],
      enum: [true, false, '0', '1', 0, 1],
      description: 'true or false',
      manual: {
        effect: 'Lists with a single entry answer `Item` as that entry, instead of a list with one entry.',
        default: '`false`',
        example: true,
      } satisfies Manual,
    },
  },
} as const;
