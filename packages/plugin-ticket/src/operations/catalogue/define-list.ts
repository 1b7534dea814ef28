import {
  defineOperation,
  itemList,
  itemListSchema,
  operationName,
  type Data,
  type JsonSchema,
  type Operation,
  type OperationExample,
  type OperationType,
} from '@ticketgate/sdk';

import { readSources, type ReadSources } from '../../permission/readable-tickets.js';
import type { TicketContext, TicketSystem } from '../../plugin/ticket-system.js';
import { denied } from '../../request/input-errors.js';
import { INTEGER, TEXT, type Members } from '../../request/member-schemas.js';

/** What the entries of a list are taken from. */
export interface ListSources extends ReadSources {
  readonly input: Data;
}

/** A member of the answered entries: its schema, and what it is of an entry. */
export interface ListMember<Entry> {
  readonly schema: JsonSchema;
  readonly of: (entry: Entry) => unknown;
}

export interface ListParts<Entry> {
  readonly type: OperationType;
  readonly summary: string;
  /** Members of the request. */
  readonly parameters?: Members;
  readonly required?: readonly string[];
  readonly members: Readonly<Record<string, ListMember<Entry>>>;
  /** Reasons of errors beside AuthFail and AccessDenied. */
  readonly errors?: readonly string[];
  readonly example: OperationExample;
  /** Where AI agents can read the whole list. */
  readonly path?: string;
  /** The entries that the caller may see, in their order. */
  list(sources: ListSources): Promise<readonly Entry[]> | readonly Entry[];
}

/** An operation that lists a part of the catalogue for agents, from memory (`docs/contract.md`, catalogue items). */
export function defineList<Entry>(parts: ListParts<Entry>): Operation<TicketSystem> {
  const { type, summary, path } = parts;
  const name = operationName(parts);
  const members = Object.entries(parts.members);
  const present = (entry: Entry): Data => Object.fromEntries(members.map(([member, { of }]) => [member, of(entry)]));
  return defineOperation({
    type,
    summary,
    effect: 'reads',
    errors: ['AuthFail', 'AccessDenied', ...(parts.errors ?? [])],
    input: { type: 'object', required: parts.required ?? [], properties: parts.parameters ?? {} },
    output: itemListSchema(Object.fromEntries(members.map(([member, { schema }]) => [member, schema]))),
    examples: [parts.example],
    resources: path === undefined ? [] : [{ path, name: path, summary }],
    async run(input, context: TicketContext) {
      const sources = await readSources(context);
      if (sources.caller.type !== 'User') throw denied(name, 'Agents only.');
      const entries = await parts.list({ ...sources, input });
      return itemList(entries.map(present), context.binding);
    },
  });
}

export function integer<Entry>(of: (entry: Entry) => number): ListMember<Entry> {
  return { schema: INTEGER, of };
}

export function text<Entry>(of: (entry: Entry) => unknown, description?: string): ListMember<Entry> {
  return { schema: description === undefined ? TEXT : { ...TEXT, description }, of };
}

/** By name, as the database sorts. */
export function byName(left: { readonly name: string }, right: { readonly name: string }): number {
  if (left.name === right.name) return 0;
  return left.name < right.name ? -1 : 1;
}
