import { createError, suggest, withSuggestion, type Data, type Operation, type OperationType } from '@ticketgate/sdk';

import type { CallScope, CreateContext, Within } from '../ports.js';
import type { BoundOperation, CompiledService } from '../services/compiled-service.js';
import { compileMemberCheck, type MemberCheck } from './known-members.js';
import type { OperationRegistry } from './operation-registry.js';
import { runOperation, type CallPorts } from './run-operation.js';

/** Operations that call each other, one within the other. */
const DEEPEST = 8;

const CallTooDeep = createError<{ type: string }>(
  'Gateway.CallTooDeep',
  ({ type }) => `"${type}" was not called: ${DEEPEST} operations call each other already. Do they call in a circle?`,
  'Broken',
);
const CallUnknown = createError<{ type: string; known: readonly string[] }>(
  'Gateway.CallUnknown',
  ({ type, known }) =>
    withSuggestion(`An operation calls "${type}", which no plugin provides.`, suggest(type, known), 'Load its plugin.'),
  'Broken',
);

/** What calls of one operation by another need. */
export interface CallingParts {
  readonly service: CompiledService;
  readonly operations: OperationRegistry;
  readonly ports: CallPorts;
}

const checks = new WeakMap<Operation, MemberCheck>();

/** Lets the operation of a scope call others; each as a client of its service would, but as the same caller. */
export function callerOf(parts: CallingParts, scope: Omit<CallScope, 'callOperation'>, depth = 0): CallScope {
  const callOperation = async (type: OperationType, input: Data, within: Within): Promise<Data> => {
    if (depth >= DEEPEST) throw new CallTooDeep({ type });
    const bound = bind(type, parts, scope);
    const inner = callerOf(parts, { ...scope, binding: bound.binding, headers: {} }, depth + 1);
    const createContext: CreateContext = (each) => parts.ports.createContext(each, within);
    const call = { bound, data: input, texts: undefined, scope: inner, key: undefined };
    const outcome = await runOperation(call, { ...parts.ports, createContext });
    if (outcome.kind === 'success') return outcome.data ?? {};
    if (outcome.kind === 'error') throw outcome.error;
    outcome.stream.readable.destroy();
    throw new Error(`"${type}" answers a stream, so no other operation can call it.`);
  };
  return { ...scope, callOperation };
}

/** As if the service had the operation, with no options or mappings of its own. */
function bind(
  type: OperationType,
  { service, operations }: CallingParts,
  { binding }: Pick<CallScope, 'binding'>,
): BoundOperation {
  const registered = operations.get(type);
  if (registered === undefined) throw new CallUnknown({ type, known: operations.types() });
  const { operation } = registered;
  return {
    binding: { ...binding, type, name: type.slice(type.lastIndexOf(':') + 1), options: {} },
    inbound: undefined,
    outbound: undefined,
    registered,
    profile: operation.profiles?.[binding.profile] ?? {},
    bounds: undefined,
    parameters: [],
    // The answer is not sent.
    answersSecrets: false,
    findUnknown: service.options.unknownMembers === 'refuse' ? memberCheckOf(operation) : undefined,
  };
}

function memberCheckOf(operation: Operation): MemberCheck {
  const check = checks.get(operation) ?? compileMemberCheck(operation, []);
  checks.set(operation, check);
  return check;
}
