import { foldASCII, toText, suggest } from '@ticketgate/sdk';

import { basePathProblem, readGateway } from './read-gateway.js';
import { member, partAt } from '../yaml/read-record.js';
import { type Rule, listNames, type RuleInput } from '../check/rule.js';
import { findRoutes, OPERATIONS, findOperations } from '../check/definition-parts.js';
import type { CredentialSource } from './credential-sources.js';
import { declareDiagnostics, type Finding } from '../check/diagnostic.js';
import { compileRoute } from '../provider-rest/route-patterns.js';

const { error, warning, say } = declareDiagnostics({
  'base-path': `BasePath is "{path}" and {problem}; write for example /connector.`,
  'cors-origin': `Browsers never send the origin "{text}". Write scheme and host, without a path, for example https://shop.example.org; "*" stands for all origins and only alone.`,
  'host-header': `No request has the host "{text}". Write a name without scheme, path and wildcard, for example tickets.example.org.`,
  'cors-preflight': `Browsers ask with OPTIONS first, and profile {profile} answers 500 where no route lists it: {names}. Add OPTIONS to RequestMethod, or write Profile: contract.`,
  'customers-unrestricted': `Customers who call {names} act as an agent: they may set everything that the family lets them set, even for others. List what they may set below Gateway, for example Customers: { May: [State, Priority] }, or lock the service with Authentication: { OnlyAgents: […] }.`,
  'customers-may': `No operation of this service lets customers set "{name}". They may be allowed to set: {list}.`,
  'customers-may.none': `none`,
  'mcp-operation': `This service has no operation "{name}". Name one of its operations, or add it.`,
  'mcp-credentials': `Agents send credentials in headers only, but this service does not take any from there. Add ApiKey or Headers to Gateway.Authentication.Accept.`,
  'mcp-route': `The route of "{name}" takes {path}, so agents are not offered any tools. Give it another route, or remove MCP.`,
});

/** `Gateway.BasePath` is a path that nothing else uses. */
const basePath: Rule = ({ config }) => {
  const path = member(config.Gateway, 'BasePath');
  if (typeof path !== 'string') return [];
  const problem = basePathProblem(toText(path));
  if (problem === undefined) return [];
  return [error('base-path', { path: ['Gateway', 'BasePath'] }, { path, problem })];
};

/** Entries of `Gateway.Cors.Origins` and `Gateway.Transport.HostHeader` can occur in requests: origins as browsers write them, and host names. */
const neverSent: Rule = (input) => {
  const origins = misfits(input, ['Cors', 'Origins'], isOrigin);
  const hosts = misfits(input, ['Transport', 'HostHeader'], isHost);
  return [
    ...origins.map(({ text, url, path }) => warning('cors-origin', { path, suggestion: url?.origin }, { text })),
    ...hosts.map(({ text, url, path }) => warning('host-header', { path, suggestion: url?.host }, { text })),
  ];
};

/** Entries of a list that do not fit, with the URL that was probably meant. */
function misfits(input: RuleInput, [part, list]: readonly [string, string], fits: (text: string) => boolean) {
  const entries = partAt(input.config, ['Gateway', part, list]);
  if (!Array.isArray(entries)) return [];
  return entries.map(toText).flatMap((text, index) => {
    const url = text.includes('*') ? undefined : parseURL(text.includes('://') ? text : `https://${text}`);
    // A URL with another scheme has no origin to suggest.
    return fits(text)
      ? []
      : [{ text, url: /^https?:$/.test(url?.protocol ?? '') ? url : undefined, path: ['Gateway', part, list, index] }];
  });
}

function parseURL(text: string): URL | undefined {
  return URL.canParse(text) ? new URL(text) : undefined;
}

/** Apps with pages of their own have other schemes, such as `capacitor://localhost`; files have the origin `null`. */
function isOrigin(text: string): boolean {
  if (text === '*' || text === 'null' || /^(?!https?:)[a-z][a-z\d+.-]*:\/\/[^\s/?#*]+$/.test(text)) return true;
  return !text.includes('*') && parseURL(text)?.origin === text;
}

function isHost(text: string): boolean {
  const name = foldASCII(text).replace(/:(?:80|443)$/, '');
  return !name.includes('*') && parseURL(`http://${name}`)?.host === name;
}

/** Before sending JSON, browsers ask with OPTIONS; outside profile contract, that is answered only if a route lists the method. */
const corsPreflight: Rule = (input) => {
  const options = readGateway(input.config.Gateway);
  if (options?.cors === undefined || options.profile === 'contract') return [];
  const silent = findRoutes(input).filter(([, { RequestMethod: methods }]) => {
    return Array.isArray(methods) && methods.length > 0 && !methods.includes('OPTIONS');
  });
  if (silent.length === 0) return [];
  const names = listNames(silent.map(([name]) => name));
  return [warning('cors-preflight', { path: ['Gateway', 'Cors'], at: 'key' }, { profile: options.profile, names })];
};

/** Sources of credentials that customers can use; API keys belong to agents. */
const CUSTOMERS: readonly CredentialSource[] = ['SessionID', 'CustomerUserLogin', 'Headers', 'Cookie'];

/** Customers are restricted where operations would let them set anything, and the listed names exist. */
const customers: Rule = (input) => [...unrestricted(input), ...unknownNames(input)];

function unrestricted(input: RuleInput): readonly Finding[] {
  const options = readGateway(input.config.Gateway);
  if (options === undefined || options.profile === 'contract' || options.customers !== undefined) return [];
  const { accept, onlyAgents } = options.authentication;
  if (onlyAgents !== undefined || !accept.some((source) => CUSTOMERS.includes(source))) return [];
  const names = restrictable(input).map(([name]) => name);
  const [first] = names;
  if (first === undefined) return [];
  const path = [...OPERATIONS, first];
  return [warning('customers-unrestricted', { path, at: 'key' }, { names: listNames(names) })];
}

function unknownNames(input: RuleInput): readonly Finding[] {
  const names = partAt(input.config, ['Gateway', 'Customers', 'May']);
  if (!Array.isArray(names) || input.customerMembers === undefined) return [];
  const known = [...new Set(restrictable(input).flatMap(([, members]) => members))];
  const plain = new Set(known.filter((name) => !name.endsWith('*')));
  const prefixes = known.filter((name) => name.endsWith('*')).map((name) => name.slice(0, -1));
  return names.map(toText).flatMap((name, index) => {
    if (plain.has(name) || prefixes.some((prefix) => name.length > prefix.length && name.startsWith(prefix))) return [];
    const list = known.length === 0 ? say('customers-may.none') : known.join(', ');
    const path = ['Gateway', 'Customers', 'May', index];
    return [warning('customers-may', { path, suggestion: suggest(name, known) }, { name, list })];
  });
}

/** Operations of the service that can restrict customers, with the names that customers may be allowed to set. */
function restrictable(input: RuleInput): readonly (readonly [name: string, members: readonly string[]])[] {
  return findOperations(input).flatMap(([name, { Type }]) => {
    const members = input.customerMembers?.get(toText(Type));
    return members === undefined ? [] : [[name, members] as const];
  });
}

/** The path of the tools for AI agents, below the paths of a service. */
export const AGENT_PATH = '/mcp';

/** `Gateway.MCP` lists operations of the service, agents can authenticate, and no route takes the path. */
const mcp: Rule = (input) => {
  const options = readGateway(input.config.Gateway);
  if (options?.mcp === undefined) return [];
  const { accept } = options.authentication;
  const hasCredentials = accept.includes('ApiKey') || accept.includes('Headers');
  return [
    ...unknownOperations(options.mcp.operations, input),
    ...(hasCredentials ? [] : [warning('mcp-credentials', { path: ['Gateway', 'MCP'], at: 'key' })]),
    ...routesInTheWay(input),
  ];
};

function unknownOperations(names: readonly string[], input: RuleInput): readonly Finding[] {
  const known = findOperations(input).map(([name]) => name);
  return names.flatMap((name, index) => {
    if (known.includes(name)) return [];
    const path = ['Gateway', 'MCP', 'Operations', index];
    return [error('mcp-operation', { path, suggestion: suggest(name, known) }, { name })];
  });
}

function routesInTheWay(input: RuleInput): readonly Finding[] {
  const found = findRoutes(input).find(([, { Route }]) => compileRoute(toText(Route))?.test(AGENT_PATH) === true);
  if (found === undefined) return [];
  const [name] = found;
  return [warning('mcp-route', { path: ['Gateway', 'MCP'], at: 'key' }, { name, path: AGENT_PATH })];
}

export const gatewayRules: readonly Rule[] = [basePath, neverSent, corsPreflight, customers, mcp];
