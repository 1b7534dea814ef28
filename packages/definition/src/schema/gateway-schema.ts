import { CREDENTIAL_SOURCES } from '../credential-sources.js';
import { manual } from './manual.js';
import { requesterOptionsSchema } from './requester-options-schema.js';
import { positive } from './scalar-schemas.js';

const name = { type: ['string', 'number'], minLength: 1, description: 'a text' } as const;

const authentication = {
  type: 'object',
  description: 'a map with Accept and OnlyAgents',
  ...manual('Who may call the service, and with which credentials.', 'see its keys', { Accept: ['ApiKey'] }),
  additionalProperties: false,
  severity: 'error',
  properties: {
    Accept: {
      type: 'array',
      minItems: 1,
      description: 'a list of places that credentials are taken from',
      ...manual(
        'Where credentials are taken from: the members `SessionID`, `UserLogin` and `CustomerUserLogin` (with `Password`) of the request, `Headers` (`X-OTRS-Header-SessionID` and the like), `ApiKey` (the header `X-API-Key` or `Authorization: Bearer`) and `Cookie` (the session cookie of the web interface). Credentials elsewhere are ignored.',
        '`[SessionID, UserLogin, CustomerUserLogin]`',
        ['SessionID', 'ApiKey'],
      ),
      items: { enum: CREDENTIAL_SOURCES },
    },
    OnlyAgents: {
      type: 'array',
      minItems: 1,
      items: name,
      description: 'a list of logins of agents',
      ...manual('The only agents that may call the service. Other agents and all customers are refused.', 'everybody', [
        'api_agent',
      ]),
    },
  },
} as const;

const transport = {
  type: 'object',
  description: 'a map with Timeout and HostHeader',
  ...manual('Limits of the connection.', 'see its keys', { Timeout: '30' }),
  additionalProperties: false,
  severity: 'error',
  properties: {
    Timeout: {
      ...positive,
      description: 'a number of seconds, for example 30',
      ...manual(
        'The most seconds that a request may take. Longer ones are answered with 408.',
        '`http.timeout` of the server (60)',
        '30',
      ),
    },
    HostHeader: {
      type: 'array',
      minItems: 1,
      items: name,
      description: 'a list of host names',
      ...manual(
        'The host names that the service answers to. Requests to other names are refused with 421.',
        'every name',
        ['tickets.example.org'],
      ),
    },
  },
} as const;

const rateLimit = {
  type: 'object',
  description: 'a map with Requests and Seconds',
  ...manual(
    'How many requests one address may send in a period. Further ones are answered with 429 and `Retry-After`.',
    'no limit',
    { Requests: '100', Seconds: '60' },
  ),
  additionalProperties: false,
  severity: 'error',
  required: ['Requests', 'Seconds'],
  properties: {
    Requests: {
      ...positive,
      ...manual('The number of requests.', 'required', '100'),
    },
    Seconds: {
      ...positive,
      ...manual('The length of the period.', 'required', '60'),
    },
  },
} as const;

const cors = {
  type: 'object',
  description: 'a map with Origins',
  ...manual('Lets web pages of other origins read the answers (CORS).', 'no other origin', {
    Origins: ['https://shop.example.org'],
  }),
  additionalProperties: false,
  severity: 'error',
  required: ['Origins'],
  properties: {
    Origins: {
      type: 'array',
      minItems: 1,
      items: name,
      description: 'a list of origins',
      ...manual(
        'The origins, each with its scheme. `*` stands for all of them. Only pages of origins that are listed by name may send the cookie.',
        'required',
        ['https://shop.example.org'],
      ),
    },
  },
} as const;

const customers = {
  type: 'object',
  description: 'a map with May',
  ...manual(
    'Restricts what customers may set in requests.',
    'profile `contract`: `{ May: [] }`; other profiles: no restriction',
    { May: ['State', 'Priority'] },
  ),
  additionalProperties: false,
  severity: 'error',
  required: ['May'],
  properties: {
    May: {
      type: 'array',
      items: name,
      description: 'a list of names, for example [State, Priority]',
      ...manual(
        'What customers may set beyond what is always theirs. [Ticket operations](ticket-operations.md#what-customers-may-do) lists the names.',
        'required',
        ['State', 'Priority'],
      ),
    },
  },
} as const;

const mcp = {
  type: 'object',
  description: 'a map with Operations and Schemas',
  ...manual(
    'Offers operations to AI agents as tools, at the path `/mcp` of the service (MCP). [HTTP clients](http-clients.md#ai-agents-mcp) says how agents connect.',
    'no tools',
    { Operations: ['TicketSearch', 'TicketGet'] },
  ),
  additionalProperties: false,
  severity: 'error',
  required: ['Operations'],
  properties: {
    Operations: {
      type: 'array',
      minItems: 1,
      items: name,
      description: 'a list of names of operations of this service',
      ...manual('The operations that agents may call, and whose resources they may read.', 'required', [
        'TicketSearch',
        'TicketGet',
      ]),
    },
    Schemas: {
      enum: ['short', 'full'],
      ...manual(
        'How much agents are told of the input of each tool. `short` is at most 4 kB, with the members that are used most; `full` may be much longer.',
        '`short`',
        'full',
      ),
    },
  },
} as const;

const debug = {
  type: 'object',
  description: 'a map with Sample',
  ...manual('What the debug log keeps.', 'see its keys', { Sample: '0.1' }),
  additionalProperties: false,
  severity: 'error',
  properties: {
    Sample: {
      type: ['number', 'string'],
      minimum: 0,
      maximum: 1,
      pattern: '^(?:0(?:\\.[0-9]+)?|1)$',
      description: 'a number from 0 to 1, for example 0.1',
      ...manual(
        'The share of the successful requests that the debug log records; `0.1` is every tenth. Failed requests are always recorded.',
        '`1`',
        '0.1',
      ),
    },
  },
} as const;

const profile = {
  enum: ['otobo', 'znuny', 'otrs', 'contract'],
  ...manual(
    '`otobo`, `znuny` and `otrs` read requests and answer as OTOBO 11, Znuny 6.5 and OTRS 6.0 do. `contract` follows [the contract](contract.md): strict input, no Perl rules.',
    'that of the host in attached mode, otherwise `otobo`',
    'contract',
  ),
} as const;

const answer = {
  enum: ['flat', 'envelope', 'problem'],
  ...manual(
    'The form of answers: `flat` as in the family; `envelope` as `{ Success, ErrorMessage, Data }`; `problem` with flat data, and errors by RFC 9457.',
    '`flat`',
    'envelope',
  ),
} as const;

/** The key `Gateway:` of a definition (`docs/web-services.md`). Unlike the family's keys, unknown ones are errors here. */
export const gatewaySchema = {
  type: 'object',
  description: 'a map of options',
  ...manual(
    'The options that the family does not have. An unknown key below it is an error.',
    'the behaviour of the family',
    { Profile: 'contract', Answer: 'envelope' },
  ),
  additionalProperties: false,
  severity: 'error',
  properties: {
    Profile: profile,
    Answer: answer,
    ErrorStatus: {
      enum: ['compatible', 'http'],
      ...manual(
        '`http` answers errors with their true HTTP status, `compatible` as the family does: most of them with 200. What the system cannot do at the moment, for example without a database, is 503 with `Retry-After` in either case.',
        '`compatible` with `Answer: flat`, otherwise `http`',
        'http',
      ),
    },
    BasePath: {
      type: 'string',
      description: 'a path such as /connector',
      ...manual(
        'A further path that the service is served at, beside `/Webservice/<name>`. If two services have the same path, the later one is refused.',
        'none',
        '/connector',
      ),
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
      ...manual(
        '`iso` adds each time in ISO 8601 to answers, for example `CreatedISO` beside `Created`.',
        '`family`',
        'iso',
      ),
    },
    UnknownMembers: {
      enum: ['refuse', 'ignore'],
      ...manual(
        'Whether requests with members or parameters that the operation does not know are refused.',
        '`refuse` in profile `contract`, otherwise `ignore`',
        'ignore',
      ),
    },
    Documentation: {
      enum: ['public', 'off'],
      ...manual(
        'Whether everybody may read what the service offers, at `/docs/<name>/`: its operations as a page to try them, and as an OpenAPI document; over SOAP as a WSDL.',
        '`documentation` of the server (`public`, unless it is attached)',
        'off',
      ),
    },
    CollapseSingleItem: {
      type: ['boolean', 'string', 'integer'],
      enum: [true, false, '0', '1', 0, 1],
      description: 'true or false',
      ...manual(
        'Lists with a single entry answer `Item` as that entry, instead of a list with one entry.',
        '`false`',
        true,
      ),
    },
  },
} as const;
