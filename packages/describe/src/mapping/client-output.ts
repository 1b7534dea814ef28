import { isData, type JsonSchema } from '@ticketgate/sdk';

import { byBytes, type MemberNames } from './member-names.js';
import type { MemberValues } from './member-values.js';

interface OutputRules {
  readonly names: MemberNames;
  readonly values: MemberValues;
}

/** The schema of an answer as clients see it, derived from the operation's answer and the outbound mapping. */
export function clientOutput(schema: JsonSchema, rules: OutputRules): JsonSchema {
  const { properties, required, anyOf, oneOf, allOf, ...rest } = schema;
  const members = isData(properties) ? membersAfter(properties, rules) : undefined;
  const certain = new Set(members === undefined ? [] : certainNames(required, properties, rules));
  return {
    ...openRest(rest, rules),
    ...(members === undefined ? {} : { properties: Object.fromEntries(members) }),
    ...(certain.size === 0 ? {} : { required: [...certain] }),
    ...(anyOf === undefined ? {} : { anyOf: branchesOf(anyOf, rules) }),
    ...(oneOf === undefined ? {} : { oneOf: branchesOf(oneOf, rules) }),
    ...(allOf === undefined ? {} : { allOf: branchesOf(allOf, rules) }),
  };
}

/** The members after a mapping. If several get one new name, the last one named exactly wins, otherwise the first. */
function membersAfter(properties: JsonSchema, { names, values }: OutputRules): Map<string, JsonSchema> {
  const members = new Map<string, JsonSchema>();
  for (const member of Object.keys(properties).sort(byBytes)) {
    const schema: unknown = properties[member];
    const next = names.mappedName(member);
    if (next === undefined || !isData(schema)) continue;
    const after = values.answerSchema(next.name, schema);
    if (after !== undefined && (next.by === 'exact' || !members.has(next.name))) members.set(next.name, after);
  }
  return members;
}

function certainNames(required: unknown, properties: unknown, { names, values }: OutputRules): readonly string[] {
  if (!Array.isArray(required) || !isData(properties)) return [];
  return required.map(String).flatMap((member) => {
    const next = names.mappedName(member);
    const schema: unknown = properties[member];
    return next === undefined || (isData(schema) && values.mayDrop(next.name, schema)) ? [] : [next.name];
  });
}

function branchesOf(branches: unknown, rules: OutputRules): readonly JsonSchema[] {
  return Array.isArray(branches) ? branches.filter(isData).map((branch) => clientOutput(branch, rules)) : [];
}

/** Patterns of names and the like say nothing about what clients see, unless names stay as they are. */
function openRest(rest: JsonSchema, { names }: OutputRules): JsonSchema {
  if (names.keepsOthers) return rest;
  const closing = ['patternProperties', 'additionalProperties', 'unevaluatedProperties', 'minProperties'];
  return Object.fromEntries(Object.entries(rest).filter(([key]) => !closing.includes(key)));
}
