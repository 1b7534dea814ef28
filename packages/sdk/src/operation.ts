import { operationError, type OperationError } from './errors.js';
import type { Accounts, Caller, RequestOrigin, Credentials } from './accounts.js';
import type { Reply } from './answers/reply.js';
import type { StreamedAnswer } from './answers/stream.js';
import type { CallAnswer, CalledType, CallInput } from './called-operations.js';
import type { Data, JsonSchema } from './data.js';
import type { Database } from './database.js';
import type { FetchOptions } from './fetch-options.js';
import type { Logger } from './logger.js';
import type { InputOf, ObjectSchema, SentTo, Unchanged } from './schema-types.js';
import type { Settings } from './settings.js';

/** `Provider.Operation.<Name>.Type` of a definition, for example `Ticket::TicketCreate`. */
export type OperationType = `${string}::${string}`;

/** The systems of the family whose answers a service can give. */
export type HostProfile = 'otobo' | 'znuny' | 'otrs';

/** `Gateway.Profile` of a definition: the kind of clients that a service supports. */
export type ProfileName = HostProfile | 'contract';

/** `Gateway.Answer` of a definition. */
export type AnswerForm = 'flat' | 'envelope' | 'problem';

/** The parts of the HTTP request that operations may use. */
export interface RequestInfo extends RequestOrigin {
  /** The `X-Request-Id` of the answer; also on every log line. */
  readonly id: string;
  /** W3C Trace Context, if the client sent one; `context.fetch` passes it on. */
  readonly traceparent?: string | undefined;
  readonly method: string;
  /** Aborted when the client disconnects or the service times out. */
  readonly signal: AbortSignal;
}

/** The web service and the operation entry of its definition that a call came through. */
export interface OperationBinding {
  readonly webService: { readonly id: number; readonly name: string };
  /** The key below `Provider.Operation`, for example `TicketCreate`. */
  readonly name: string;
  readonly type: OperationType;
  /** The entry `Provider.Operation.<Name>` of the definition, for example with `IncludeTicketData`. */
  readonly options: Data;
  readonly profile: ProfileName;
  readonly answer: AnswerForm;
  /**
   * `Gateway.Customers.May`: additional members that customers may set. Undefined: customers may set all members that the family allows.
   */
  readonly customersMay: readonly string[] | undefined;
  /** `Gateway.CollapseSingleItem`. */
  readonly collapseSingleItem: boolean;
}

export interface CallOptions {
  /** For example the transaction that the call takes part in. */
  readonly database?: Database;
}

/**
 * The context of an operation. `Services` is the result of the plugin's `services`; an operation that uses it declares it:
 * `run(input, context: OperationContext<MyServices>)`. A context can be spread: `{ ...context, now }`.
 */
export interface OperationContext<Services = unknown> {
  /** The parts that all operations of the plugin share. */
  readonly services: Services;
  readonly binding: OperationBinding;
  readonly request: RequestInfo;
  readonly logger: Logger;
  readonly settings: Settings;
  readonly database: Database;
  readonly accounts: Accounts;
  /** The credentials of the request from all sources that the service accepts. Empty texts and zeros count as absent. */
  readonly credentials: Credentials;
  /** The values of the request headers that the operation declares, by the declared names. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** The caller; undefined if the credentials are missing or wrong. They are checked once per request. */
  authenticate(): Promise<Caller | undefined>;
  /** The caller; throws `<Operation>.AuthFail` if the credentials are missing or wrong. */
  caller(): Promise<Caller>;
  /**
   * Runs another operation as the same caller, and returns its data as a client of this service would get it. The caller's permissions
   * apply, including those of an API key and `OnlyAgents`. It joins the open transaction of this context; if there are several,
   * pass one in `options`.
   *
   * @throws OperationError those of the other operation, `Gateway.CallUnknown`, `Gateway.CallTooDeep`
   * @example
   * const { TicketID } = await context.call('Ticket::TicketCreate', { Ticket: ticket, Article: article });
   */
  readonly call: <const Type extends CalledType>(
    type: Type,
    input: CallInput<Type>,
    options?: CallOptions,
  ) => Promise<CallAnswer<Type>>;
  /**
   * Fetches from another system: one of the hosts in the plugin's setting ({@link PluginParts.hosts}), within `limits.fetchSeconds` and
   * `limits.fetchBytes`. Sends the request's id as `X-Request-Id`, and its `traceparent`; is aborted with the request.
   *
   * @throws OperationError `Fetch.NotAllowed`, `Fetch.TimedOut`, `Fetch.TooLarge`, `Fetch.Failed`
   * @example
   * const response = await context.fetch('https://chat.example.org/post', { method: 'POST', body: JSON.stringify({ text }) });
   */
  readonly fetch: (url: string | URL, options?: FetchOptions) => Promise<Response>;
  now(): Date;
  /** Formats a time as `YYYY-MM-DD HH:MM:SS` in the system's time zone, like the family. */
  formatTime(moment: Date): string;
}

/** Converts between the clients of a profile and the canonical input and output of an operation. */
export interface OperationProfile {
  readonly readInput?: (input: Data, binding: OperationBinding) => Data;
  readonly present?: (output: Data, binding: OperationBinding) => Data;
}

/** A request header that an operation reads. */
export interface RequestHeader {
  /** Its purpose, for documentation. */
  readonly description: string;
  /** Its value is masked in the debug log. */
  readonly secret?: true;
}

/** The answer of an operation. Undefined is answered as `null`. */
export type OperationAnswer = Data | Reply | StreamedAnswer | undefined;

/** A valid request, with its answer if that is short. */
export interface OperationExample {
  /** Its purpose, for example `Creates a ticket with an attachment.` */
  readonly summary: string;
  readonly input: Data;
  readonly output?: Data;
}

/** Hints about an operation that writes; a missing member promises nothing. */
export interface OperationHints {
  /** It changes or removes existing data; `false`: it only adds. */
  readonly destructive?: boolean;
  /** A second call with the same input changes nothing more. */
  readonly idempotent?: boolean;
}

/**
 * An operation: data and one function.
 *
 * Input of an operation with `checks: 'schema'` (the default) has been validated before `run`. The family's own operations
 * have `checks: 'own'`: the order and the texts of their checks are part of the protocol.
 *
 * `Services` is what the plugin must share with it; without it, the type fits any operation.
 */
export interface Operation<Services = never> {
  readonly type: OperationType;
  readonly summary: string;
  readonly description?: string;
  /** HEAD never executes an operation that writes, and one that writes has a {@link Operation.transaction}. */
  readonly effect: 'reads' | 'writes';
  /** Hints about its writes, for AI agents. */
  readonly hints?: OperationHints;
  readonly checks: 'schema' | 'own';
  readonly input: JsonSchema;
  /** The schema of the answer; for a stream `{ type: 'string', contentMediaType: 'application/pdf' }`. */
  readonly output?: JsonSchema;
  /** Request headers that it reads in `context.headers`, for example `If-Match`. */
  readonly headers?: Readonly<Record<string, RequestHeader>>;
  /** Schemas of its options in a definition. */
  readonly options?: Readonly<Record<string, JsonSchema>>;
  /**
   * Names that `Gateway.Customers.May` may list for this operation, which must respect `binding.customersMay`. A name that ends in `*`
   * matches all names that begin with the rest.
   */
  readonly customerMembers?: readonly string[];
  /**
   * Codes of the errors that `run` throws, for documentation. The prefix `<Operation>.` may be left out: `AuthFail` is
   * `<Operation>.AuthFail`.
   */
  readonly errors?: readonly string[];
  /** Valid requests without credentials, for documentation and tests. */
  readonly examples?: readonly OperationExample[];
  /** Whether a repeated request with the same `Idempotency-Key` gets the stored answer, which cannot be a stream. */
  readonly takesIdempotencyKey?: true;
  /** Whether a request is a trial, which does not use up its `Idempotency-Key`. */
  isTrial?(input: unknown): boolean;
  /**
   * `own`: the operation uses `context.database.withTransaction` itself, for example once for each of many tickets. Otherwise, an operation
   * that writes runs in one transaction: it begins with the first statement on `context.database`, is committed after the operation, and
   * is rolled back if the operation throws. If another operation calls it in a transaction, it joins that.
   */
  readonly transaction?: 'own';
  /**
   * `false`: a rollback does not undo its effects, for example calls to a remote service, so recorded requests are not replayed
   * (`ticketgate debug-log replay`).
   */
  readonly replay?: false;
  readonly profiles?: Readonly<Partial<Record<ProfileName, OperationProfile>>>;
  readonly run: (input: unknown, context: OperationContext<Services>) => Promise<OperationAnswer>;
}

/** Whether it answers bytes instead of an object. */
export function answersBytes({ output }: Pick<Operation, 'output'>): boolean {
  return output?.type === 'string' && typeof output.contentMediaType === 'string';
}

/** The last part of the type, for example `TicketCreate`, which the family's error codes start with. */
export function operationName(operation: { readonly type: OperationType }): string {
  return operation.type.split('::').at(-1) ?? operation.type;
}

/** The error for unknown callers, `<Operation>.AuthFail`. It does not reveal the reason. */
export function authorizationFailing(operation: { readonly type: OperationType }): OperationError {
  return operationError(operationName(operation), 'AuthFail', 'Authorization failing!');
}

/** The answer of `run` by its schema; any answer if the schema is only known at run time. */
type AnswerBy<Schema> = Schema extends { readonly type: 'string' }
  ? StreamedAnswer
  : InputOf<Schema> extends infer Answered extends Data
    ? Data extends Answered
      ? OperationAnswer
      : Unchanged<Answered> | Reply<Unchanged<Answered>>
    : OperationAnswer;

type SharedParts = Omit<Operation, 'input' | 'output' | 'run' | 'checks'>;

/**
 * Defines an operation whose input is checked against its schema before `run`.
 *
 * @example
 * export const hello = defineOperation({
 *   type: 'Custom::Hello',
 *   summary: 'Greets by name.',
 *   effect: 'reads',
 *   input: { type: 'object', required: ['Name'], properties: { Name: { type: 'string' } } },
 *   async run(input, context) {
 *     const caller = await context.caller();
 *     return { Greeting: `Hello ${input.Name}, says ${caller.login}.` };
 *   },
 * });
 */
export function defineOperation<
  const Schema extends ObjectSchema,
  Services = unknown,
  const Output extends JsonSchema = JsonSchema,
  const Answer extends AnswerBy<Output> = AnswerBy<Output>,
>(
  parts: SharedParts & {
    readonly input: Schema;
    readonly output?: Output;
    readonly run: (input: InputOf<Schema>, context: OperationContext<Services>) => Promise<Answer>;
  },
): DefinedOperation<Services, SentTo<Schema>, InputOf<Output>> {
  return Object.freeze({
    ...withCodes(parts),
    checks: 'schema' as const,
    // `never`: the gateway has validated the input against the schema.
    run: (input: unknown, context: OperationContext<Services>) => parts.run(input as never, context),
  });
}

/** The result of {@link defineOperation}. */
export interface DefinedOperation<Services, Input, Answer> extends Operation<Services> {
  /** Only for the compiler: the types of `context.call`. */
  readonly types?: { readonly input: Input; readonly answer: Answer };
}

/** Defines an operation that checks its input itself; `input` is documentation. */
export function defineFamilyOperation<
  const Schema extends JsonSchema,
  Services = unknown,
  const Output extends JsonSchema = JsonSchema,
>(
  parts: Omit<Operation<Services>, 'checks' | 'input' | 'output'> & {
    readonly input: Schema;
    readonly output?: Output;
  },
): DefinedOperation<Services, SentTo<Schema>, InputOf<Output>> {
  return Object.freeze({ ...withCodes(parts), checks: 'own' });
}

function withCodes<Parts extends Pick<Operation, 'type' | 'errors'>>(parts: Parts): Parts {
  const completeCode = (error: string) => (error.includes('.') ? error : `${operationName(parts)}.${error}`);
  return parts.errors === undefined ? parts : { ...parts, errors: parts.errors.map(completeCode) };
}
