import type {
  CredentialKind,
  CredentialPart,
  DescribedCall,
  DescribedOperation,
  DescribedService,
} from '@ticketgate/describe';
import { isData, type JsonSchema } from '@ticketgate/sdk';

/** The facts about a service that a client needs at run time. */
export interface OperationTable {
  readonly path: string;
  readonly answer: 'flat' | 'envelope' | 'problem';
  readonly operations: Readonly<Record<string, OperationEntry>>;
  /** Ways to send credentials; operations have an index. */
  readonly credentials: readonly SentCredentials[];
  /** The operation that starts sessions. */
  readonly sessionStart?: string;
}

interface OperationEntry {
  readonly method: string;
  readonly path: string;
  readonly place: 'query' | 'body';
  /** Sent twice, it does no more than once. */
  readonly isRepeatable: boolean;
  readonly takesKey: boolean;
  readonly credentials: number;
  /** The member of the answer that holds the entries of a page; `Next` of a page is `After` of the next one. */
  readonly pages?: string;
}

/** Missing: the operation does not take them. */
type SentCredentials = Readonly<Partial<Record<'key' | 'session' | 'agent' | 'customer', readonly CredentialPart[]>>>;

/** The kinds of each, the safest first. */
const KINDS: Readonly<Record<keyof SentCredentials, readonly CredentialKind[]>> = {
  key: ['ApiKey'],
  session: ['SessionIDHeader', 'SessionID'],
  agent: ['UserLoginHeaders', 'UserLogin'],
  customer: ['CustomerUserLoginHeaders', 'CustomerUserLogin'],
};

export function operationTable({ paths, options, operations }: DescribedService): OperationTable {
  const credentials = new Map<string, number>();
  const entries = operations.map((operation) => [operation.name, entryOf(operation, credentials)] as const);
  const start = operations.find(startsSessions);
  return {
    path: paths[0] ?? '/',
    answer: options.answer,
    operations: Object.fromEntries(entries),
    credentials: [...credentials.keys()].map((text) => JSON.parse(text) as SentCredentials), // as they were written below
    ...(start === undefined ? {} : { sessionStart: start.name }),
  };
}

function entryOf(operation: DescribedOperation, known: Map<string, number>): OperationEntry {
  const call = bestCall(operation.calls);
  const text = JSON.stringify(sentCredentials(operation));
  const index = known.get(text) ?? known.size;
  known.set(text, index);
  const pages = pagedMember(operation);
  return {
    method: call?.method ?? 'POST',
    path: call?.path ?? '/',
    place: call?.place === 'query' ? 'query' : 'body',
    isRepeatable: operation.hints.readOnly || operation.hints.idempotent,
    takesKey: operation.takesIdempotencyKey,
    credentials: index,
    ...(pages === undefined ? {} : { pages }),
  };
}

/** A body takes everything that JSON can say. */
function bestCall(calls: readonly DescribedCall[]): DescribedCall | undefined {
  return calls.find(({ place }) => place === 'body') ?? calls.find(({ place }) => place === 'either') ?? calls[0];
}

function sentCredentials({ credentials }: DescribedOperation): SentCredentials {
  const found = Object.entries(KINDS).flatMap(([name, kinds]) => {
    const choices = kinds.flatMap((kind) => credentials.choices.find((each) => each.kind === kind) ?? []);
    return choices[0] === undefined ? [] : [[name, choices[0].parts] as const];
  });
  return Object.fromEntries(found);
}

function startsSessions({ input, output }: DescribedOperation): boolean {
  return has(input, 'Password') && has(input, 'UserLogin') && has(output, 'SessionID');
}

/** Undefined for an operation without pages. */
function pagedMember({ input, output }: DescribedOperation): string | undefined {
  if (!has(input, 'After') || !has(output, 'Next')) return undefined;
  const members = Object.entries(isData(output?.properties) ? output.properties : {});
  return members.find(([, schema]) => isData(schema) && schema.type === 'array')?.[0];
}

function has(schema: JsonSchema | undefined, member: string): boolean {
  return isData(schema?.properties) && member in schema.properties;
}
