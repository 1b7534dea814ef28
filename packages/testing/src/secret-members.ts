import { isData, isSecretName, type Data, type JsonSchema } from '@ticketgate/sdk';

/** Members of an input that are secret by name, but whose schema does not say so. */
export function unmarkedSecrets(schema: JsonSchema): readonly string[] {
  return membersOf(schema).flatMap(([name, member]) =>
    isSecretName(name) && member.type === 'string' && member.secret !== true ? [name] : [],
  );
}

/** Texts of an input at its top level that the schema marks as secret. */
export function markedSecrets(schema: JsonSchema): readonly string[] {
  return membersOf(schema).flatMap(([name, member]) => (member.secret === true ? [name] : []));
}

function membersOf({ properties }: JsonSchema): readonly (readonly [string, Data])[] {
  if (!isData(properties)) return [];
  return Object.entries(properties).flatMap(([name, member]) => (isData(member) ? [[name, member] as const] : []));
}
