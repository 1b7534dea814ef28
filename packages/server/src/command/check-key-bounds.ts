import { loadWebService } from '@ticketgate/definition';
import { suggest, withSuggestion } from '@ticketgate/sdk';

import { ConfigurationError } from '../configuration/configuration-error.js';
import { registerPlugins } from '../plugins/register-plugins.js';
import type { System } from '../system/open-system.js';

/** What a new key is bound to. */
export interface KeyBounds {
  readonly services: readonly string[];
  readonly operations: readonly string[];
}

/**
 * A key that no request can use helps nobody: its web services exist and accept keys, and plugins have its operations.
 *
 * @throws ConfigurationError with what to write instead
 */
export async function checkKeyBounds(system: System, { services, operations }: KeyBounds): Promise<void> {
  for (const name of services) await requireService(system, name);
  if (operations.length > 0) requireOperations(system, operations);
}

async function requireService({ services }: System, name: string): Promise<void> {
  const service = await services.find(name);
  if (service === undefined) {
    const names = (await services.list()).map((each) => each.name);
    const sentence = `There is no web service "${name}", so a key cannot be limited to it.`;
    throw new ConfigurationError(
      withSuggestion(sentence, suggest(name, names), 'Import it first; "ticketgate service list" shows all of them.'),
    );
  }
  const accepted = loadWebService(service.config, name).webService?.gateway.authentication.accept ?? [];
  if (accepted.includes('ApiKey')) return;
  throw new ConfigurationError(
    `The web service "${name}" does not accept keys. Add ApiKey to Accept below Gateway: Authentication: in its definition, then create the key.`,
  );
}

function requireOperations({ loadedPlugins }: System, types: readonly string[]): void {
  const known = registerPlugins(loadedPlugins).operations.types();
  const unknown = types.find((type) => !known.includes(type));
  if (unknown === undefined) return;
  throw new ConfigurationError(
    withSuggestion(
      `No plugin provides the operation "${unknown}".`,
      suggest(unknown, known),
      `There are: ${known.join(', ')}.`,
    ),
  );
}
