import {
  defineOperation,
  itemList,
  itemListSchema,
  operationName,
  type Data,
  type DefinedOperation,
  type JsonSchema,
  type ObjectSchema,
  type Operation,
  type OperationExample,
  type OperationType,
  type SentTo,
  type ValueOf,
} from '@ticketgate/sdk';
import { integer, text } from '@ticketgate/sdk/schema/words';

import { readSources, type ReadSources } from '../../permission/readable-tickets.js';
import type { TicketContext, TicketSystem } from '../../plugin/ticket-system.js';
import { denied } from '../../request/input-errors.js';

/** The source of the entries of a list. */
export interface ListSources extends ReadSources {
  readonly input: Data;
}

/** A member of the answered entries: its schema, and its value for an entry. */
export interface ListMember<Entry, Schema extends JsonSchema = JsonSchema> {
  readonly schema: Schema;
  readonly of: (entry: Entry) => unknown;
}

export type ListMembers<Entry> = Readonly<Record<string, ListMember<Entry>>>;

export interface ListParts<Entry, Parameters, Listed, Required> {
  readonly type: OperationType;
  readonly summary: string;
  /** Members of the request. */
  readonly parameters?: Parameters;
  readonly required?: readonly Required[];
  readonly members: Listed;
  /** Reasons of errors in addition to AuthFail and AccessDenied. */
  readonly errors?: readonly string[];
  readonly example: OperationExample;
  /** The entries that the caller may see, in their order. */
  list(sources: ListSources): Promise<readonly Entry[]> | readonly Entry[];
}

/** The input of a list, and an entry of its answer. */
export type ListInput<Parameters, Required> = keyof Parameters extends never
  ? Readonly<Record<string, never>>
  : SentTo<{ readonly type: 'object'; readonly required: readonly Required[]; readonly properties: Parameters }>;
export type ListEntry<Listed extends ListMembers<never>> = {
  readonly [Name in keyof Listed]: ValueOf<Listed[Name]['schema']>;
};
export interface ListAnswer<Entry> {
  readonly Item: Entry | readonly Entry[];
}

/**
 * An operation that lists a part of the catalogue for agents, from memory (`docs/contract.md`, catalogue items).
 *
 * @example
 * const stateList = defineList<State>()({ type: 'Catalogue::StateList', … });
 */
export function defineList<Entry>() {
  return <
    const Listed extends ListMembers<Entry>,
    const Parameters extends object = object,
    const Required extends string = never,
  >(
    parts: ListParts<Entry, Parameters, Listed, Required>,
  ): DefinedOperation<TicketSystem, ListInput<Parameters, Required>, ListAnswer<ListEntry<Listed>>> => {
    const { type, summary } = parts;
    const name = operationName(parts);
    const members = Object.entries<ListMember<Entry>>(parts.members);
    const present = (entry: Entry): Data => Object.fromEntries(members.map(([member, { of }]) => [member, of(entry)]));
    const input: ObjectSchema = { type: 'object', required: parts.required ?? [], properties: parts.parameters ?? {} };
    const schemas = members.map(([member, { schema }]) => [member, schema]);
    const output: JsonSchema = itemListSchema(Object.fromEntries(schemas));
    const operation: Operation<TicketSystem> = defineOperation({
      type,
      summary,
      effect: 'reads',
      errors: ['AuthFail', 'AccessDenied', ...(parts.errors ?? [])],
      input,
      output,
      examples: [parts.example],
      async run(sent, context: TicketContext) {
        const sources = await readSources(context);
        if (sources.caller.type !== 'User') throw denied(name, 'Agents only.');
        const entries = await parts.list({ ...sources, input: sent });
        return itemList(entries.map(present), context.binding);
      },
    });
    return operation;
  };
}

export function integerBy<Entry>(of: (entry: Entry) => number, description?: string) {
  return { schema: integer(description), of };
}

export function textBy<Entry>(of: (entry: Entry) => unknown, description?: string) {
  return { schema: text(description), of };
}

/** By name, as the database sorts. */
export function byName(left: { readonly name: string }, right: { readonly name: string }): number {
  if (left.name === right.name) return 0;
  return left.name < right.name ? -1 : 1;
}
