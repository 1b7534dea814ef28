import { suggest, textOf } from '@ticketgate/sdk';

import { readGateway } from '../reading/read-gateway.js';
import { compileRoute } from '../route-pattern.js';
import type { Finding } from '../yaml/yaml-source.js';
import { operationsOf, routesOf } from './definition-parts.js';
import { error, warning, type Rule, type RuleInput } from './rule.js';

/** Where agents find their tools, below the paths of a service. */
const PATH = '/mcp';

/** `Gateway.MCP` names operations of the service, agents can prove who they are, and no route is in the way. */
export const mcp: Rule = (input) => {
  const options = readGateway(input.config.Gateway);
  if (options?.mcp === undefined) return [];
  const { accept } = options.authentication;
  const hasCredentials = accept.includes('ApiKey') || accept.includes('Headers');
  return [
    ...unknownOperations(options.mcp.operations, input),
    ...(hasCredentials ? [] : [withoutCredentials]),
    ...routesInTheWay(input),
  ];
};

function unknownOperations(names: readonly string[], input: RuleInput): readonly Finding[] {
  const known = operationsOf(input).map(([name]) => name);
  return names.flatMap((name, index) => {
    if (known.includes(name)) return [];
    const message = `This service has no operation "${name}". Name one of its operations, or add it.`;
    const path = ['Gateway', 'MCP', 'Operations', index];
    return [error({ code: 'mcp-operation', message, path, suggestion: suggest(name, known) })];
  });
}

const withoutCredentials: Finding = warning({
  code: 'mcp-credentials',
  message:
    'Agents send credentials in headers only, but this service does not take any from there. Add ApiKey or Headers to Gateway.Authentication.Accept.',
  path: ['Gateway', 'MCP'],
  at: 'key',
});

function routesInTheWay(input: RuleInput): readonly Finding[] {
  const found = routesOf(input).find(([, { Route }]) => compileRoute(textOf(Route))?.test(PATH) === true);
  if (found === undefined) return [];
  const [name] = found;
  const message = `The route of "${name}" takes ${PATH}, so agents are not offered any tools. Give it another route, or remove MCP.`;
  return [warning({ code: 'mcp-route', message, path: ['Gateway', 'MCP'], at: 'key' })];
}
