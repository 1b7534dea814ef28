import {
  createError,
  suggest,
  withSuggestion,
  type Credentials,
  type Operation,
  type OperationBinding,
  type OperationType,
  oncePer,
} from '@ticketgate/sdk';

import type { OperationScope, Within } from '../ports.js';
import type { OperationRequest } from '../transports/transport.js';
import type { DispatchContext } from './dispatch-context.js';
import { compileMemberCheck } from './known-members.js';
import { needsTransaction, runOperation } from './run-operation.js';

/** Most nested calls of operations. */
const DEEPEST = 8;

const CallTooDeep = createError<{ type: string }>(
  'Gateway.CallTooDeep',
  ({ type }) => `"${type}" was not called: ${DEEPEST} operations call each other already. Do they call in a circle?`,
  'Broken',
);
const CallUnknown = createError(
  'Gateway.CallUnknown',
  () => 'The operation needs another one that is not there. The log of the server says which one.',
  'Broken',
);

const makeMemberCheck = oncePer((operation: Operation) => compileMemberCheck(operation, []));

interface OperationCallParts {
  readonly surroundings: DispatchContext;
  readonly binding: OperationBinding;
  /** The request as the transport has read it; if another operation makes the call, that of the first operation. */
  readonly incoming: OperationRequest;
  /** Its data after the inbound mapping. */
  readonly input: unknown;
  /** Default: the request's. */
  readonly credentials?: Credentials;
  readonly headers?: OperationScope['headers'] | undefined;
  /** Number of operations that this call is nested in. */
  readonly depth?: number;
}

const NO_HEADERS = Object.freeze({});

/** A call as its operation sees it. It can call other operations like a client of the service, with the same caller. */
export function operationCall(parts: OperationCallParts): OperationScope {
  const { surroundings, binding, incoming, input, headers = NO_HEADERS } = parts;
  const { credentials = incoming.readCredentials(input), depth = 0 } = parts;
  const { info, trace, ports, service } = surroundings;
  return {
    binding,
    request: info,
    credentials,
    headers,
    authentication: service.options.authentication,
    onCaller(caller) {
      info.caller = caller;
    },
    onRefusal(reason, noLogin) {
      trace.addSecrets({ Password: noLogin });
      trace.error('Nobody was authenticated', () => reason);
    },
    ignoredCredentials: () => incoming.findIgnoredCredentials?.(input) ?? [],
    async callOperation(type, data, within) {
      if (depth >= DEEPEST) throw new CallTooDeep({ type });
      const bound = bind(type, surroundings, binding);
      const own = { binding: bound.binding, credentials, headers: NO_HEADERS, depth: depth + 1 };
      const call = { bound, data, texts: undefined, scope: operationCall({ ...parts, ...own }), key: undefined };
      const run = (database: Within['database']) => runOperation(call, ports, { ...within, database });
      const outcome = await (within.database === undefined && needsTransaction(call)
        ? ports.inTransaction(info.signal, run)
        : run(within.database));
      if (outcome.kind === 'success') return outcome.data ?? {};
      outcome.stream.readable.destroy();
      throw new Error(`"${type}" answers a stream, so no other operation can call it.`);
    },
  };
}

/** Binds an operation to a service without options or mappings. */
function bind(type: OperationType, { service, operations }: DispatchContext, binding: OperationBinding) {
  const registered = operations.get(type);
  if (registered === undefined) {
    const sentence = `"${binding.type}" calls "${type}", which no plugin provides.`;
    throw new CallUnknown(
      undefined,
      new Error(withSuggestion(sentence, suggest(type, operations.types()), 'Load its plugin.')),
    );
  }
  const { operation } = registered;
  return {
    binding: { ...binding, type, name: type.slice(type.lastIndexOf(':') + 1), options: {} },
    inbound: undefined,
    outbound: undefined,
    registered,
    profile: operation.profiles?.[binding.profile] ?? {},
    timeout: undefined,
    parameters: [],
    // False, because this answer is not sent.
    answersSecrets: false,
    findUnknown: service.options.unknownMembers === 'refuse' ? makeMemberCheck(operation) : undefined,
  };
}
