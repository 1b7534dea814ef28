import { type Data, isData, suggest, textOf } from '@ticketgate/sdk';

import { readGateway } from '../reading/read-gateway.js';
import { member } from '../reading/read-record.js';
import type { CredentialSource } from '../credential-sources.js';
import type { Finding } from '../yaml/yaml-source.js';
import { OPERATIONS, operationsOf } from './definition-parts.js';
import { listNames, warning, type Rule, type RuleInput } from './rule.js';

/** Sources of credentials that customers can use; API keys belong to agents. */
const CUSTOMERS: readonly CredentialSource[] = ['SessionID', 'CustomerUserLogin', 'Headers', 'Cookie'];

/** Customers are restricted where operations let them set anything, and the names of what they may set exist. */
export const customers: Rule = (input) => [...unrestricted(input), ...unknownNames(input)];

function unrestricted(input: RuleInput): readonly Finding[] {
  const options = readGateway(input.config.Gateway);
  if (options === undefined || options.profile === 'contract' || options.customers !== undefined) return [];
  const { accept, onlyAgents } = options.authentication;
  if (onlyAgents !== undefined || !accept.some((source) => CUSTOMERS.includes(source))) return [];
  const names = restrictable(input).map(([name]) => name);
  const [first] = names;
  if (first === undefined) return [];
  const message = `Customers who call ${listNames(names)} act as an agent: they may set everything that the family lets them set, even for others. List what they may set below Gateway, for example Customers: { May: [State, Priority] }, or lock the service with Authentication: { OnlyAgents: […] }.`;
  const path = [...OPERATIONS, first];
  return [warning({ code: 'customers-unrestricted', message, path, at: 'key' })];
}

function unknownNames(input: RuleInput): readonly Finding[] {
  const names: unknown = member(member(gatewayOf(input), 'Customers'), 'May');
  if (!Array.isArray(names) || input.customerMembers === undefined) return [];
  const known = [...new Set(restrictable(input).flatMap(([, members]) => members))];
  const plain = new Set(known.filter((name) => !name.endsWith('*')));
  const prefixes = known.filter((name) => name.endsWith('*')).map((name) => name.slice(0, -1));
  return names.map(textOf).flatMap((name, index) => {
    if (plain.has(name) || prefixes.some((prefix) => name.length > prefix.length && name.startsWith(prefix))) return [];
    const list = known.length === 0 ? 'none' : known.join(', ');
    const message = `No operation of this service lets customers set "${name}". They may be allowed to set: ${list}.`;
    const path = ['Gateway', 'Customers', 'May', index];
    return [warning({ code: 'customers-may', message, path, suggestion: suggest(name, known) })];
  });
}

function gatewayOf({ config }: RuleInput): Data {
  return isData(config.Gateway) ? config.Gateway : {};
}

/** Operations of the service that restrict customers, with what these may be allowed to set. */
function restrictable(input: RuleInput): readonly (readonly [name: string, members: readonly string[]])[] {
  return operationsOf(input).flatMap(([name, { Type }]) => {
    const members = input.customerMembers?.get(textOf(Type));
    return members === undefined ? [] : [[name, members] as const];
  });
}
