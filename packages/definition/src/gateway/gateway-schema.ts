import type { JsonSchema } from '@ticketgate/sdk';

import { CREDENTIAL_SOURCES } from './credential-sources.js';
import { asKey, map, choice, positive, positiveSeconds, titled } from '../check/keys.js';

const NAME = { type: ['string', 'number'], minLength: 1, description: 'a text' } as const;

/** A map whose unknown keys are errors, unlike the family's: a misspelt restriction would leave a service open. */
function options<const Needed extends readonly string[], const Keys extends Readonly<Record<string, JsonSchema>>>(
  description: string,
  needed: Needed,
  keys: Keys,
) {
  const required = needed.length === 0 ? {} : { required: needed };
  return map(description, keys, { severity: 'error', ...(required as { readonly required: Needed }) }); // a cast: empty if `needed` is
}

function nameList(description: string) {
  return asKey({ type: 'array', minItems: 1, items: NAME, description });
}

const authentication = options('a map with Accept and OnlyAgents', [], {
  Accept: asKey({
    title: 'Accepted credentials',
    type: 'array',
    minItems: 1,
    description: 'a list of places that credentials are taken from',
    items: { enum: CREDENTIAL_SOURCES },
  })(
    'Where credentials are taken from: the members `SessionID`, `UserLogin` and `CustomerUserLogin` (with `Password`) of the request, `Headers` (`X-OTRS-Header-SessionID` and the like), `ApiKey` (the header `X-API-Key` or `Authorization: Bearer`) and `Cookie` (the session cookie of the web interface). Credentials elsewhere are ignored.',
    '`[SessionID, UserLogin, CustomerUserLogin]`; over REST with profile znuny also `Headers`',
    ['SessionID', 'ApiKey'],
  ),
  OnlyAgents: titled('Only these agents', nameList('a list of logins of agents'))(
    'The only agents that may call the service. Other agents and all customers are refused.',
    'everybody',
    ['api_agent'],
  ),
})('Who may call the service, and with which credentials.', 'see its keys', { Accept: ['ApiKey'] });

const transport = options('a map with Timeout and HostHeader', [], {
  Timeout: titled('Time limit, in seconds', positiveSeconds(30))(
    'The most seconds that a request may take. Longer ones are answered with 408.',
    '`http.timeout` of the server (60)',
    '30',
  ),
  HostHeader: titled('Host names', nameList('a list of host names'))(
    'The host names that the service answers to. Requests to other names are refused with 421.',
    'every name',
    ['tickets.example.org'],
  ),
})('Limits of the connection.', 'see its keys', { Timeout: '30' });

const rateLimit = options('a map with Requests and Seconds', ['Requests', 'Seconds'], {
  Requests: titled('Requests', positive)('The number of requests.', 'required', '100'),
  Seconds: titled('Within seconds', positive)('The length of the period.', 'required', '60'),
})(
  'How many requests one address may send in a period. Further ones are answered with 429 and `Retry-After`.',
  'no limit',
  { Requests: '100', Seconds: '60' },
);

const requester = options('a map with Sign and Query', [], {
  Query: titled('Send the query', choice(['family', 'always']))(
    '`family` sends the query of a `Controller` only if one of its placeholders was replaced, `always` sends it in any case.',
    '`family`',
    'always',
  ),
  Sign: titled(
    'Signature',
    options('a map with Secret', ['Secret'], {
      Secret: titled('Key of the signature', asKey(NAME))(
        'The key of the signature: Base64 of 24 to 64 bytes, with or without `whsec_` before it, or the name of a variable `TICKETGATE_SECRET_…` of the environment that has one.',
        'required',
        'TICKETGATE_SECRET_CHAT',
      ),
    }),
  )('Signs each request, so that the other system can tell that it comes from here.', 'no signature', {
    Secret: 'TICKETGATE_SECRET_CHAT',
  }),
})('What requests of [invokers](invokers.md) have in addition to what the family sends.', 'none', {
  Sign: { Secret: 'TICKETGATE_SECRET_CHAT' },
});

const cors = options('a map with Origins', ['Origins'], {
  Origins: titled('Origins', nameList('a list of origins'))(
    'The origins, each with its scheme. `*` stands for all of them. Only pages of origins that are listed by name may send the cookie.',
    'required',
    ['https://shop.example.org'],
  ),
})('Lets web pages of other origins read the answers (CORS).', 'no other origin', {
  Origins: ['https://shop.example.org'],
});

const customers = options('a map with May', ['May'], {
  May: asKey({
    title: 'May set',
    type: 'array',
    items: NAME,
    description: 'a list of names, for example [State, Priority]',
  })(
    'What customers may set beyond what is always theirs. [Ticket operations](ticket-operations.md#what-customers-may-do) lists the names.',
    'required',
    ['State', 'Priority'],
  ),
})(
  'Restricts what customers may set in requests.',
  'profile `contract`: `{ May: [] }`; other profiles: no restriction',
  { May: ['State', 'Priority'] },
);

const mcp = options('a map with Operations and Schemas', ['Operations'], {
  Operations: titled('Operations', nameList('a list of names of operations of this service'))(
    'The operations that agents may call.',
    'required',
    ['TicketSearch', 'TicketGet'],
  ),
  Schemas: titled('Length of the descriptions', choice(['short', 'full']))(
    'How much of the input of each tool is described to agents. `short` is at most 4 kB, with the members that are used most; `full` may be much longer.',
    '`short`',
    'full',
  ),
})(
  'Offers operations to AI agents as tools, at the path `/mcp` of the service (MCP). [HTTP clients](http-clients.md#ai-agents-mcp) says how agents connect.',
  'no tools',
  { Operations: ['TicketSearch', 'TicketGet'] },
);

const lenientFlag = asKey({
  type: ['boolean', 'string', 'integer'],
  enum: [true, false, '0', '1', 0, 1],
  description: 'true or false',
});

const failures = options('a map with Failures', [], {
  Failures: titled('Record failures whole', lenientFlag)(
    'Whether requests and calls of invokers that fail are recorded as with `DebugThreshold: debug`: headers, bodies and each step, without secrets. Of one kind of failure (operation, error, caller) ten a minute are recorded whole, and the rest is counted. Successful requests are recorded as the threshold says.',
    '`false`, as in the family; new services have `true`',
    true,
  ),
})('What the debug log keeps of requests that fail.', 'see its keys', { Failures: true });

const profile = choice(['otobo', 'znuny', 'otrs', 'contract'])(
  '`otobo`, `znuny` and `otrs` read requests and answer as OTOBO 11, Znuny 6.5 and OTRS 6.0 do. `contract` follows [the contract](contract.md): strict input, no Perl rules.',
  'that of the host in attached mode, otherwise `otobo`',
  'contract',
);

const answer = choice(['flat', 'envelope', 'problem'])(
  'The form of answers: `flat` as in the family; `envelope` as `{ Success, ErrorMessage, Data }`; `problem` with flat data, and errors by RFC 9457.',
  '`flat`',
  'envelope',
);

/** The key `Gateway:` of a definition (`docs/web-services.md`). */
export const gatewaySchema = options('a map of options', [], {
  Profile: { title: 'Behaves as', ...profile },
  Answer: { title: 'Form of answers', ...answer },
  ErrorStatus: titled('HTTP status of errors', choice(['compatible', 'http']))(
    '`http` answers errors with their true HTTP status, `compatible` as the family does: most of them with 200. What the system cannot do at the moment, for example without a database, is 503 with `Retry-After` in either case.',
    '`compatible` with `Answer: flat`, otherwise `http`',
    'http',
  ),
  BasePath: asKey({ title: 'Further path', type: 'string', description: 'a path such as /connector' })(
    'Another path of the service, in addition to `/Webservice/<name>`. If two services have the same path, the later one is refused.',
    'none',
    '/connector',
  ),
  Authentication: { title: 'Sign-in', ...authentication },
  Transport: { title: 'Connection', ...transport },
  RateLimit: { title: 'Most requests of one address', ...rateLimit },
  Requester: { title: 'What this service calls', ...requester },
  Cors: { title: 'Web pages of other origins', ...cors },
  Customers: { title: 'What customers may set', ...customers },
  Debugger: { title: 'Recorded failures', ...failures },
  MCP: { title: 'Tools for AI agents', ...mcp },
  UnknownMembers: titled('Unknown members in requests', choice(['refuse', 'ignore']))(
    'Whether requests with members or parameters that the operation does not know are refused.',
    '`refuse` in profile `contract`, otherwise `ignore`',
    'ignore',
  ),
  Documentation: titled('Public documentation', choice(['public', 'off']))(
    'Whether everybody may read what the service offers, at `/docs/<name>/`: its operations as a page to try them, and as an OpenAPI document; over SOAP as a WSDL.',
    '`documentation` of the server (`public`, unless it is attached)',
    'off',
  ),
  CollapseSingleItem: titled('Single items without a list', lenientFlag)(
    'Lists with a single entry answer `Item` as that entry, instead of a list with one entry.',
    '`false`',
    true,
  ),
})('The options that the family does not have. An unknown key below it is an error.', 'the behaviour of the family', {
  Profile: 'contract',
  Answer: 'envelope',
});
