import type { IncomingMessage } from 'node:http';
import { readCredentials, type CompiledService } from '@ticketgate/gateway';
import type { Caller, Plugin } from '@ticketgate/sdk';
import type { RunningValues } from '@ticketgate/sdk/schema';
import type { ServicesByOperation, System } from '@ticketgate/runtime';

import type { PlainHttpPolicy } from '../http/plain-http.js';

export interface ValueSources {
  readonly system: System;
  /** The parts that operations share with their plugins. */
  readonly services: ServicesByOperation;
  readonly policy: PlainHttpPolicy;
}

/**
 * The names that a running system has, as far as the agent who asks may see them; undefined for anybody else. Credentials come in
 * headers: what is in a URL ends up in logs.
 */
export async function runningValues(
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
      async ([name, list]) => [name, await list(servicesOf(plugin, services) as never, asker)] as const,
    ),
  );
  return new Map(await Promise.all(found));
}

function servicesOf({ operations }: Plugin, services: ServicesByOperation): unknown {
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
