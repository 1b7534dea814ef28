import { isData, type JsonSchema } from '@ticketgate/sdk';
import { mapBranches, toNeeded, objectsIn, omit } from '@ticketgate/sdk/schema';

import type { MemberNames } from './member-names.js';
import type { MemberValues } from './member-values.js';

/** The rules of a mapping, and the members that the gateway adds to each request before it. */
interface InputRules {
  readonly names: MemberNames;
  readonly values: MemberValues;
  /** Members that the gateway adds, so that clients need not send them. */
  readonly supplied: readonly string[];
}

/** The schema of a request as clients send it, derived from the operation's input and the inbound mapping. */
export function clientInput(schema: JsonSchema, rules: InputRules): JsonSchema {
  const { properties, patternProperties, required, anyOf, oneOf, allOf, ...rest } = schema;
  const needed = toNeeded({ required });
  const requirements = needed.map((member) => requireMember(member, rules));
  const all = [
    ...objectsIn(allOf).map((branch) => clientInput(branch, rules)),
    ...requirements.filter((each) => !isRequiredList(each)),
  ];
  const exact = requirements.flatMap((each) => (isRequiredList(each) ? each.required : []));
  return {
    ...rest,
    ...describeOthers(rest, rules),
    ...renameMembers(isData(properties) ? properties : undefined, { needed, rules }),
    ...(isData(patternProperties) && rules.names.keepsOthers ? { patternProperties } : {}),
    ...(exact.length === 0 ? {} : { required: exact }),
    ...mapBranches({ anyOf, oneOf }, (branch) => clientInput(branch, rules)),
    ...(all.length === 0 ? {} : { allOf: all }),
  };
}

function isRequiredList(schema: JsonSchema): schema is { readonly required: readonly string[] } {
  return Array.isArray(schema.required);
}

interface Members {
  readonly needed: readonly string[];
  readonly rules: InputRules;
}

function renameMembers(properties: JsonSchema | undefined, { needed, rules }: Members): JsonSchema {
  if (properties === undefined) return {};
  const { names } = rules;
  const members: Record<string, unknown> = {};
  const patterns: Record<string, unknown> = {};
  let others: JsonSchema | undefined;
  for (const [member, schema] of Object.entries(properties)) {
    const sent = isData(schema) ? schemaSent(member, schema, { needed, rules }) : undefined;
    if (sent === undefined) continue;
    for (const name of names.listClientNames(member)) members[name] = sent;
    for (const source of names.listPatterns(member).flatMap(asJsonPattern)) patterns[source] = sent;
    if (names.isDefaultTarget(member)) others = sent;
  }
  return {
    properties: members,
    ...(Object.keys(patterns).length === 0 ? {} : { patternProperties: patterns }),
    ...(others === undefined ? {} : { additionalProperties: others }),
  };
}

/** Undefined: clients have no use for the member. */
function schemaSent(member: string, schema: JsonSchema, { needed, rules }: Members): JsonSchema | undefined {
  if (isSupplied(member, rules)) return undefined;
  if (!rules.values.isForced(member)) return rules.values.clientSchema(member, schema);
  // The service sets the value; clients only have to send one if the member is required.
  return needed.includes(member) ? { description: 'Any text: the service sets the value itself.' } : undefined;
}

function isSupplied(member: string, { names, supplied }: InputRules): boolean {
  return supplied.some((name) => names.mappedName(name)?.name === member);
}

/** Requires one of the names under which clients can send `member`. */
function requireMember(member: string, rules: InputRules): JsonSchema {
  const { names } = rules;
  const isOpen = names.listPatterns(member).length > 0 || names.isDefaultTarget(member) || isSupplied(member, rules);
  const exact = names.listClientNames(member);
  if (isOpen || exact.length === 0) return {};
  if (exact.length === 1) return { required: exact };
  return { anyOf: exact.map((name) => ({ required: [name] })) };
}

/** The schema of other members: if the mapping drops them, they are not refused. */
function describeOthers(rest: JsonSchema, { names }: InputRules): JsonSchema {
  if (names.keepsOthers) return {};
  const open: Record<string, unknown> = {};
  if ('additionalProperties' in rest) open.additionalProperties = true;
  if ('unevaluatedProperties' in rest) open.unevaluatedProperties = true;
  return open;
}

/** A pattern of the definition in JSON Schema; empty if the two languages differ. */
function asJsonPattern(source: string): readonly string[] {
  try {
    const pattern = `^(?:${source})$`;
    new RegExp(pattern, 'u');
    return /\s|#/.test(source) ? [] : [pattern];
  } catch {
    return [];
  }
}

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
    ...mapBranches({ anyOf, oneOf, allOf }, (branch) => clientOutput(branch, rules)),
  };
}

/** Mappings process keys in sorted order. If several get the same new name, the last one with an exact rule wins, otherwise the first. */
function membersAfter(properties: JsonSchema, { names, values }: OutputRules): Map<string, JsonSchema> {
  const members = new Map<string, JsonSchema>();
  for (const member of Object.keys(properties).sort()) {
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

/** Keywords about other members do not apply to clients' names, unless names stay unchanged. */
function openRest(rest: JsonSchema, { names }: OutputRules): JsonSchema {
  if (names.keepsOthers) return rest;
  const closing = ['patternProperties', 'additionalProperties', 'unevaluatedProperties', 'minProperties'];
  return omit(rest, closing);
}
