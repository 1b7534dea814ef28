import type { IncomingMessage } from 'node:http';
import { editorSchemas, showsDocumentation } from '@ticketgate/admin';
import { type CompiledService, type Gateway, type GatewayDependencies, readCredentials } from '@ticketgate/gateway';
import type { System, ServicesByOperation } from '@ticketgate/runtime';
import type { Caller, Plugin } from '@ticketgate/sdk';
import type { RunningValues } from '@ticketgate/sdk/schema';

import type { DocumentationPages } from '../http/create-app.js';
import { addressFor, type PlainHttpPolicy } from '../http/plain-http.js';
import { documentationRouter } from './documentation-router.js';
import { openDocuments } from './service-documents.js';

/** The pages at `/docs` about the web services of a gateway. */
export function makeDocumentation(gateway: Gateway, sources: ValueSources): DocumentationPages {
  const { system, policy } = sources;
  const listServices = () =>
    gateway
      .services()
      .filter((service) => isDocumented(service, system))
      .sort((a, b) => (a.name < b.name ? -1 : 1));
  return {
    handle: documentationRouter({
      documents: openDocuments(system),
      listServices,
      policy,
      schemas: editorSchemas(system.plugins, { knowsAll: true }),
      findValues: (request, service) => runningValues(request, service, sources),
    }),
    isThere: () => listServices().length > 0,
  };
}

/** Writes the document of its own that a service with public documentation has, at the address that its client uses. */
export function writeOwn(system: System, policy: PlainHttpPolicy): NonNullable<GatewayDependencies['describe']> {
  const documents = openDocuments(system);
  return async (service, request) => {
    if (!isDocumented(service, system)) return undefined;
    const [path = ''] = (request.url ?? '').split('?', 1);
    const write = await (await documents.find(service)).writeOwn();
    return write?.(`${addressFor(request, policy)}${path}`);
  };
}

/** Whether everybody may read the documentation of a published service; one that nobody can call needs none. */
export function isDocumented(
  { options, obstacle }: CompiledService,
  system: Pick<System, 'configuration' | 'isAttached'>,
): boolean {
  return obstacle === undefined && showsDocumentation(options.documentation, system);
}

interface ValueSources {
  readonly system: System;
  /** The parts that operations share with their plugins. */
  readonly services: ServicesByOperation;
  readonly policy: PlainHttpPolicy;
}

/**
 * The names that a running system has, as far as the agent who asks may see them; undefined for anybody else. Credentials come in
 * headers: what is in a URL ends up in logs.
 */
async function runningValues(
  request: IncomingMessage,
  service: CompiledService,
  sources: ValueSources,
): Promise<RunningValues | undefined> {
  const caller = await findAgent(request, service, sources);
  if (caller === undefined) return undefined;
  const { system, services } = sources;
  const asker = { caller, accounts: system.accounts };
  const found = system.plugins.flatMap((plugin) =>
    Object.entries(plugin.values ?? {}).map(
      // What `services` of this plugin made: its operations share it.
      async ([name, list]) => [name, await list(findPluginServices(plugin, services) as never, asker)] as const,
    ),
  );
  return new Map(await Promise.all(found));
}

function findPluginServices({ operations }: Plugin, services: ServicesByOperation): unknown {
  const [first] = operations;
  return first === undefined ? undefined : services.get(first.type);
}

async function findAgent(
  request: IncomingMessage,
  { name, options }: CompiledService,
  { system, policy }: ValueSources,
): Promise<Caller | undefined> {
  const credentials = readCredentials(undefined, request, {
    accept: ['Headers', 'ApiKey'],
    cookieName: '',
    origins: [],
  });
  const origin = { remoteAddress: policy.clientAddress(request), userAgent: request.headers['user-agent'] ?? 'none' };
  const use = { service: name, operation: 'Documentation' };
  const caller = await system.accounts.authenticate(credentials, origin, {
    onlyAgents: options.authentication.onlyAgents,
    use,
  });
  return caller?.type === 'User' ? caller : undefined;
}
