import { isData, type JsonSchema } from '@ticketgate/sdk';

import { mapSubschemas, omit } from '@ticketgate/sdk/schema';

const known = new WeakMap<JsonSchema, JsonSchema>();

/**
 * A schema without choices between members that must be there, such as `TicketID` or `TicketNumber`: its description says so instead.
 * Generators of clients make nothing of such a choice, and models of AI agents refuse one at the top.
 */
export function describeRequiredChoices(schema: JsonSchema): JsonSchema {
  const made = known.get(schema) ?? describeOwnChoices(mapSubschemas(schema, describeRequiredChoices));
  known.set(schema, made);
  return made;
}

function describeOwnChoices(schema: JsonSchema): JsonSchema {
  const { allOf, ...rest } = schema;
  const parts = Array.isArray(allOf) ? allOf.filter(isData) : [];
  // Parts that consisted only of such a choice are descriptions now.
  const left = parts.filter((part) => !isDescriptionOnly(part));
  const choices = ['anyOf', 'oneOf'].filter((keyword) => requirementsOf(schema[keyword]) !== undefined);
  if (choices.length === 0 && left.length === parts.length) return schema;
  const texts = [
    schema.description,
    ...choices.map((keyword) => requirementsOf(schema[keyword])),
    ...parts.filter(isDescriptionOnly).map(({ description }) => description),
  ];
  const description = texts.filter((text) => typeof text === 'string').join(' ');
  return { ...omit(rest, choices), ...(left.length === 0 ? {} : { allOf: left }), description };
}

/** The required members of each branch as a sentence; undefined if a branch has anything else. */
function requirementsOf(branches: unknown): string | undefined {
  if (!Array.isArray(branches)) return undefined;
  const demands = branches.map((branch: unknown) => {
    if (!isData(branch) || Object.keys(branch).join() !== 'required') return undefined;
    return Array.isArray(branch.required) ? `with ${branch.required.join(' and ')}` : undefined;
  });
  if (demands.length === 0 || demands.includes(undefined)) return undefined;
  const text = demands.join(', or ');
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}.`;
}

function isDescriptionOnly(schema: JsonSchema): boolean {
  return Object.keys(schema).join() === 'description';
}
