import {
  defineOperation,
  itemList,
  itemListSchema,
  operationName,
  OperationError,
  type Caller,
  type Data,
  type JsonSchema,
  type ObjectSchema,
  type Operation,
  type OperationContext,
  type OperationExample,
  type OperationType,
} from '@ticketgate/sdk';

import type { Catalogue } from '../../catalogue/catalogue.js';
import type { TicketContext, TicketSystem } from '../../plugin/ticket-system.js';

/** What the entries of a list are taken from. */
export interface ListSources {
  readonly input: Data;
  readonly catalogue: Catalogue;
  readonly caller: Caller;
  readonly context: OperationContext;
}

export interface ListParts {
  readonly type: OperationType;
  readonly summary: string;
  /** Members of the request. */
  readonly parameters?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  /** Members of an entry. */
  readonly entry: Readonly<Record<string, JsonSchema>>;
  /** Reasons of errors beside AuthFail and AccessDenied. */
  readonly errors?: readonly string[];
  readonly example: OperationExample;
  /** Where AI agents can read the whole list. */
  readonly path?: string;
  /** The entries that the caller may see, in their order. */
  list(sources: ListSources): Promise<readonly Data[]> | readonly Data[];
}

/** An operation that lists a part of the catalogue for agents, from memory (`docs/contract.md`, catalogue items). */
export function defineList(parts: ListParts): Operation<TicketSystem> {
  const name = operationName(parts);
  const schema: ObjectSchema = {
    type: 'object',
    required: parts.required ?? [],
    properties: parts.parameters ?? {},
  };
  return defineOperation({
    type: parts.type,
    summary: parts.summary,
    effect: 'reads',
    errors: ['AuthFail', 'AccessDenied', ...(parts.errors ?? [])].map((reason) => `${name}.${reason}`),
    input: schema,
    output: itemListSchema(parts.entry),
    examples: [parts.example],
    resources: parts.path === undefined ? [] : [{ path: parts.path, name: parts.path, summary: parts.summary }],
    async run(input, context: TicketContext) {
      const caller = await context.caller();
      if (caller.type !== 'User') throw new OperationError(`${name}.AccessDenied`, `${name}: Agents only.`);
      const catalogue = await context.services.catalogue.current();
      const entries = await parts.list({ input, catalogue, caller, context });
      return itemList(entries, context.binding);
    },
  });
}

/** By name, as the database sorts. */
export function byName(left: { readonly name: string }, right: { readonly name: string }): number {
  if (left.name === right.name) return 0;
  return left.name < right.name ? -1 : 1;
}
