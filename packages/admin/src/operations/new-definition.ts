import { CREDENTIAL_SOURCES, USUAL_SOURCES } from '@ticketgate/definition';
import type { OperationRegistry, RegisteredOperation } from '@ticketgate/gateway';
import { createError, operationName, suggest, withSuggestion } from '@ticketgate/sdk';
import { inputObject, objectOf, text, type ValueOf } from '@ticketgate/sdk/schema';

import { InputInvalid } from '../tasks/task-errors.js';
import { type LooseInput, task } from '../tasks/task.js';

export const OperationTypeUnknown = createError<{
  type: string;
  suggestion: string | undefined;
  types: readonly string[];
}>(
  'Admin.OperationTypeUnknown',
  ({ type, suggestion, types }) =>
    withSuggestion(`No plugin has the operation type "${type}".`, suggestion, `Choose from: ${types.join(', ')}.`),
  'Invalid',
);

/** An operation that a new service is to have. */
const wantedOperation = inputObject(
  { type: text('Type of the operation, for example Ticket::TicketGet.') },
  {
    methods: {
      type: 'array',
      maxItems: 10,
      items: { type: 'string', pattern: '^[A-Z]+$' },
      description: 'The HTTP methods of its route.',
    },
    route: { type: 'string', pattern: String.raw`^/\S*$`, maxLength: 500, description: 'The path of the route.' },
  },
);

export type WantedOperation = LooseInput<ValueOf<typeof wantedOperation>> & { readonly type: string };

export const NEW_FORMS = {
  profile: ['contract', 'otobo', 'znuny', 'otrs'],
  answer: ['flat', 'envelope', 'problem'],
  transport: ['rest', 'soap'],
} as const;
type NewTransport = (typeof NEW_FORMS.transport)[number];

const newDefinition = inputObject(
  {
    operations: {
      type: 'array',
      maxItems: 200,
      items: wantedOperation,
      description: 'The operations that the definition is to have.',
    },
  },
  {
    description: { type: 'string', maxLength: 1000, default: '', description: 'What the web service is for.' },
    profile: { enum: NEW_FORMS.profile, default: 'contract', description: 'Whose behaviour it has.' },
    answer: { enum: NEW_FORMS.answer, default: 'flat', description: 'The form of its answers.' },
    transport: {
      enum: NEW_FORMS.transport,
      default: 'rest',
      description: 'How the new web service is called: REST or SOAP.',
    },
    accept: {
      type: 'array',
      minItems: 1,
      items: { enum: CREDENTIAL_SOURCES },
      description: 'What callers may prove themselves with.',
    },
    onlyAgents: {
      description: 'Logins of the only agents who may call it.',
      type: 'array',
      minItems: 1,
      maxItems: 100,
      items: { type: 'string', minLength: 1, maxLength: 200 },
    },
  },
);

type Wanted = ValueOf<typeof newDefinition>;
type NewDefinition = Readonly<Pick<Wanted, 'description' | 'profile' | 'answer'>> &
  LooseInput<Pick<Wanted, 'transport' | 'accept' | 'onlyAgents'>> & { readonly operations: readonly WantedOperation[] };

type NamedOperation = WantedOperation & { readonly name: string; readonly registered: RegisteredOperation };

/**
 * The text of a definition for these operations, with a comment on each choice.
 *
 * @throws OperationError `Admin.OperationTypeUnknown`, `Admin.InputInvalid` for routes of SOAP
 */
export function writeDefinition(wanted: NewDefinition, registry: OperationRegistry): string {
  const routed = wanted.operations.find(({ methods, route }) => (methods ?? route) !== undefined);
  if (wanted.transport === 'soap' && routed !== undefined)
    throw new InputInvalid({ reason: `SOAP has no methods and routes. Leave out those of ${routed.type}.` });
  const operations = nameOperations(wanted.operations, registry);
  return `# docs/web-services.md describes every key of a definition; "ticketgate check" finds mistakes in it.
Description: ${JSON.stringify(wanted.description)}
Debugger:
  # What the debug log keeps: debug records every request, error only those that failed.
  DebugThreshold: error
  TestMode: '0'
Gateway:
  # Requests that fail are recorded whole, with headers and bodies, without secrets.
  Debugger: { Failures: true }
  # contract refuses what it does not know; otobo, znuny and otrs answer exactly as these systems do.
  Profile: ${wanted.profile}
  # flat: the data alone; envelope: Success, ErrorMessage and Data; problem: errors as in RFC 9457.
  Answer: ${wanted.answer}
${authenticationLines(wanted)}${operations.length === 0 ? REQUESTER : providerLines(operations, wanted.transport)}`;
}

/** What a service that only calls others begins with. */
const REQUESTER = `Requester:
  Transport:
    Type: HTTP::REST
    Config:
      # The address of the other system, for all invokers.
      Host: ''
      DefaultCommand: POST
      Timeout: '10'
`;

function providerLines(operations: readonly NamedOperation[], transport: NewTransport = 'rest'): string {
  return `Provider:
  Operation:
${operations.map(operationLines).join('')}  Transport:
${TRANSPORTS[transport](operations)}`;
}

function authenticationLines({ accept = USUAL_SOURCES, onlyAgents = [] }: NewDefinition): string {
  const others = CREDENTIAL_SOURCES.filter((source) => !accept.includes(source)).join(', ');
  const agents = onlyAgents.map((login) => JSON.stringify(login)).join(', ');
  return `  Authentication:
    # Possible, too: ${others}.
    Accept: [${accept.join(', ')}]
    ${agents === '' ? '# OnlyAgents: [login] would lock the service to these agents.' : `OnlyAgents: [${agents}]`}
`;
}

const TRANSPORTS: Readonly<Record<NewTransport, (operations: readonly NamedOperation[]) => string>> = {
  rest: (operations) => `    Type: HTTP::REST
    Config:
      KeepAlive: '1'
      # Bytes of the largest request body.
      MaxLength: '1000000'
      RouteOperationMapping:
${operations.map(routeLines).join('')}`,
  soap: () => `    Type: HTTP::SOAP
    Config:
      # Any URI; clients name it too.
      NameSpace: urn:ticketgate:tickets
      # Bytes of the largest request body.
      MaxLength: '1000000'
      # No accepts any SOAPAction; Yes compares it with NameSpace, separator and operation.
      SOAPAction: 'No'
`,
};

/** Two of one type get names of their own. */
function nameOperations(wanted: readonly WantedOperation[], registry: OperationRegistry): readonly NamedOperation[] {
  const counts = new Map<string, number>();
  return wanted.map((each) => {
    const registered = registry.get(each.type);
    if (registered === undefined) {
      const types = registry.types();
      throw new OperationTypeUnknown({ type: each.type, suggestion: suggest(each.type, types), types });
    }
    const plain = operationName(registered.operation);
    const count = (counts.get(plain) ?? 0) + 1;
    counts.set(plain, count);
    return { ...each, registered, name: count === 1 ? plain : `${plain}${count}` };
  });
}

function operationLines({ name, type, registered: { operation } }: NamedOperation): string {
  const options = Object.keys(operation.options ?? {}).map((option) => `      # ${option}: '1'\n`);
  return `    # ${operation.summary}\n    ${name}:\n      Type: ${type}\n${options.join('')}`;
}

function routeLines({ name, methods, route, registered: { operation } }: NamedOperation): string {
  const usual = operation.effect === 'reads' ? ['GET', 'POST'] : ['POST'];
  return `        ${name}:
          Route: ${JSON.stringify(route ?? `/${name}`)}
          RequestMethod: [${(methods ?? usual).join(', ')}]
`;
}

export const writeNewDefinition = task({
  at: 'POST /operations/definition',
  needs: 'nothing',
  summary: 'Writes a commented definition for operations as a start. Nothing is saved.',
  input: newDefinition,
  answer: objectOf({ definition: text('A definition in YAML.') }),
  errors: [OperationTypeUnknown],
  run: async (wanted, { system: { operations } }) => ({ definition: writeDefinition(wanted, operations) }),
});
