import {
  CREDENTIAL_HEADERS,
  CREDENTIAL_MEMBERS,
  type CredentialMember,
  type GatewayOptions,
} from '@ticketgate/definition';
import { isData, operationName, type JsonSchema, type Operation, oncePer } from '@ticketgate/sdk';
import { toMembers, toNeeded } from '@ticketgate/sdk/schema';

import type { CredentialPart, DescribedCredentials } from './described-service.js';

export interface SplitInput {
  readonly input: JsonSchema;
  readonly need: DescribedCredentials['need'];
  /** Members that the operation declares for credentials; undefined if it declares none. */
  readonly members: readonly CredentialMember[] | undefined;
}

/** Takes the credentials out of an operation's input, unless one of them is required: then they are its subject. */
export const splitInput = oncePer((operation: Operation): SplitInput => {
  const { input, errors } = operation;
  const [properties, required] = [toMembers(input), toNeeded(input)];
  const declared = CREDENTIAL_MEMBERS.filter((member) => member in properties);
  if (declared.some((member) => required.includes(member))) return { input, need: 'none', members: [] };
  if (errors !== undefined && !errors.includes(`${operationName(operation)}.AuthFail`)) {
    return { input, need: 'none', members: [] };
  }
  const need = errors === undefined ? 'optional' : 'needed';
  const others = Object.entries(properties).filter(([member, schema]) => !isCredential(member, schema));
  return {
    input: isData(input.properties) ? { ...input, properties: Object.fromEntries(others) } : input,
    need,
    members: declared.length === 0 ? undefined : declared,
  };
});

/** A member with another schema does not identify the caller; it may be something to search for. */
function isCredential(member: string, schema: unknown): boolean {
  return CREDENTIAL_MEMBERS.some((name) => name === member) && isData(schema) && schema.type === 'string';
}

export interface ChoiceRules {
  readonly options: GatewayOptions;
  readonly cookieName: string;
  readonly members: SplitInput['members'];
  /** The client's name of a member; undefined if the inbound mapping drops it. */
  readonly findName: (member: string) => string | undefined;
}

/** The ways to authenticate that a service accepts, safest first. */
export function credentialChoices({
  options,
  cookieName,
  members,
  findName,
}: ChoiceRules): DescribedCredentials['choices'] {
  const { accept, onlyAgents } = options.authentication;
  const logins = onlyAgents === undefined ? (['UserLogin', 'CustomerUserLogin'] as const) : (['UserLogin'] as const);
  const inMembers = ([...logins, 'SessionID'] as const)
    .filter((member) => accept.includes(member) && members?.includes(member) !== false)
    .flatMap((member) => inMember(member, findName));
  const inHeaders = logins.map((login) => [headerPart(login), headerPart('Password')]);
  return [
    ...(accept.includes('ApiKey') ? [[API_KEY]] : []),
    ...inMembers,
    ...(accept.includes('Headers') ? [[headerPart('SessionID')], ...inHeaders] : []),
    ...(accept.includes('Cookie') ? [[{ in: 'cookie', name: cookieName, holds: 'SessionID' } as const]] : []),
  ];
}

const API_KEY = { in: 'header', name: 'X-API-Key', holds: 'ApiKey' } as const;

function headerPart(holds: CredentialMember): CredentialPart {
  return { in: 'header', name: CREDENTIAL_HEADERS[holds], holds };
}

/** Empty if the inbound mapping drops a part. */
function inMember(
  member: 'SessionID' | 'UserLogin' | 'CustomerUserLogin',
  findName: ChoiceRules['findName'],
): DescribedCredentials['choices'] {
  const holds = member === 'SessionID' ? ([member] as const) : ([member, 'Password'] as const);
  const parts = holds.flatMap((each) => {
    const name = findName(each);
    return name === undefined ? [] : [{ in: 'member', name, holds: each } as const];
  });
  return parts.length === holds.length ? [parts] : [];
}
