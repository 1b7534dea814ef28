import { isData, type Data, type JsonSchema } from '@ticketgate/sdk';

export interface ObjectMembers {
  readonly properties: Readonly<Record<string, Data>>;
  readonly required: readonly string[];
}

/** The members of an object, also those that only some branches of its schema name; these may be missing. */
export function mergeBranches(schema: JsonSchema): ObjectMembers {
  const all = branchesOf(schema.allOf).map(mergeBranches);
  const some = [...branchesOf(schema.anyOf), ...branchesOf(schema.oneOf)].map(mergeBranches);
  const properties = isData(schema.properties) ? schema.properties : {};
  const own = Object.entries(properties).map(([name, inner]) => [name, isData(inner) ? inner : {}] as const);
  return {
    properties: Object.fromEntries([...[...some, ...all].flatMap((each) => Object.entries(each.properties)), ...own]),
    required: [
      ...(Array.isArray(schema.required) ? schema.required.map(String) : []),
      ...all.flatMap(({ required }) => required),
    ],
  };
}

function branchesOf(branches: unknown): readonly JsonSchema[] {
  return Array.isArray(branches) ? branches.filter(isData) : [];
}
