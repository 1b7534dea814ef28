import type { GatewayOptions, MappingDefinition, OperationDefinition } from '@ticketgate/definition';
import {
  toHttpStatus,
  operationName,
  readReason,
  type Data,
  type Operation,
  type OperationExample,
  keptIn,
  oncePer,
} from '@ticketgate/sdk';
import { closedSchema, standardSchema } from '@ticketgate/sdk/schema';

import { credentialChoices, splitInput } from './credentials.js';
import type {
  DescribedError,
  DescribedHints,
  DescribedOperation,
  KnownOperations,
  ReachableRoute,
} from './described-service.js';
import { errorBody } from './error-body.js';
import { viewMapping, type MappingView } from './mapping/mapping-view.js';

export interface ServiceContext {
  readonly options: GatewayOptions;
  readonly cookieName: string;
  readonly operations: KnownOperations;
  /** The results for this service so far, or the reason why an operation cannot be described. */
  readonly seen: Map<string, OperationTypeDescription | string>;
}

/** Describes an operation as clients see it; a string is the reason why no request can call it. */
export function toOperation(
  definition: OperationDefinition,
  route: Exclude<ReachableRoute, { readonly reason: string }>,
  surroundings: ServiceContext,
): DescribedOperation | string {
  const { name, type } = definition;
  const operation = surroundings.operations.get(type);
  if (operation === undefined) return type === '' ? 'It has no Type.' : `No plugin has its type "${type}".`;
  const isBodiless = route.calls.every(({ place }) => place === 'query');
  const seen = describeCached(operation, { definition, isBodiless }, surroundings);
  if (typeof seen === 'string') return seen;
  return {
    name,
    type,
    summary: definition.description === '' ? operation.summary : definition.description,
    description: joinNotes(definition, operation),
    calls: route.calls,
    probes: route.probes,
    ...seen,
  };
}

/** The parts of an operation that do not depend on its name and its route. */
type OperationTypeDescription = Omit<
  DescribedOperation,
  'name' | 'type' | 'summary' | 'description' | 'calls' | 'probes'
>;

interface DescriptionInput {
  readonly definition: OperationDefinition;
  /** Whether none of its requests has a body. */
  readonly isBodiless: boolean;
}

/** Describes an operation, or reuses the description of another one of the same type and mappings. */
function describeCached(
  operation: Operation,
  look: DescriptionInput,
  surroundings: ServiceContext,
): OperationTypeDescription | string {
  const { definition, isBodiless } = look;
  const { inbound, outbound } = definition;
  const mappings = changes(inbound) || changes(outbound) ? JSON.stringify([inbound, outbound]) : '';
  const key = `${operation.type} ${isBodiless} ${mappings}`;
  return keptIn(surroundings.seen, key, () => describeType(operation, look, surroundings));
}

function changes({ kind }: MappingDefinition): boolean {
  return kind !== 'none' && kind !== 'pass';
}

function describeType(
  operation: Operation,
  { definition, isBodiless }: DescriptionInput,
  { options, cookieName }: ServiceContext,
): OperationTypeDescription | string {
  const inbound = viewMapping(definition.inbound);
  if (typeof inbound === 'string') return inbound;
  const outbound = viewMapping(definition.outbound);
  if (typeof outbound === 'string') return outbound;
  const { input, need, members } = splitInput(operation);
  const sent = options.unknownMembers === 'refuse' ? closeInput(operation) : input;
  const findName = (member: string) => inbound.findName(member);
  const choices = need === 'none' ? [] : credentialChoices({ options, cookieName, members, findName });
  return {
    hints: deriveHints(operation),
    input: standardSchema(inbound.input(sent, isBodiless ? SUPPLIED : [])),
    credentials: { need, choices },
    output: operation.output === undefined ? undefined : standardSchema(outbound.output(operation.output)),
    errors: listOperationErrors(operation, options),
    errorBody: errorBody(options, outbound),
    examples: (operation.examples ?? []).flatMap((example) => describeExample(example, { inbound, outbound })),
    headers: describeHeaders(operation),
    takesIdempotencyKey: operation.takesIdempotencyKey === true,
  };
}

/** Members that the gateway adds to requests without a body, and that mappings may rename. */
const SUPPLIED = ['RequestMethod'];

const closeInput = oncePer((operation: Operation) => closedSchema(splitInput(operation).input));

function joinNotes({ description: note }: OperationDefinition, { summary, description = '' }: Operation): string {
  const inherited = note === '' || note === summary ? [] : [summary];
  return [...inherited, description].filter((text) => text !== '').join('\n\n');
}

function deriveHints({ effect, hints }: Operation): DescribedHints {
  const readOnly = effect === 'reads';
  return {
    readOnly,
    // Without a hint, assume the worst.
    destructive: !readOnly && hints?.destructive !== false,
    idempotent: readOnly || hints?.idempotent === true,
  };
}

function listOperationErrors(operation: Operation, { unknownMembers }: GatewayOptions): readonly DescribedError[] {
  const name = operationName(operation);
  const checked = operation.checks === 'schema' ? [`${name}.MissingParameter`, `${name}.InvalidParameter`] : [];
  const refused = unknownMembers === 'refuse' ? [`${name}.InvalidParameter`] : [];
  return [...new Set([...(operation.errors ?? []), ...checked, ...refused])].map((code) => {
    const reason = readReason(code);
    return { code, reason, status: toHttpStatus({ reason }) };
  });
}

function describeHeaders({ headers = {} }: Operation): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(headers).map(([name, { description }]) => [name, description]));
}

type Mappings = Readonly<Record<'inbound' | 'outbound', MappingView>>;

function describeExample(
  { summary, input, output }: { readonly summary: string; readonly input: Data; readonly output?: Data },
  { inbound, outbound }: Mappings,
): readonly OperationExample[] {
  const sent = inbound.inputExample(input);
  if (sent === undefined) return [];
  const got = output === undefined ? undefined : outbound.outputExample(output);
  return [got === undefined ? { summary, input: sent } : { summary, input: sent, output: got }];
}
