import type { ApiKeyInfo } from '@ticketgate/accounts';
import type { ServiceStore } from '@ticketgate/database';
import { offMainThread } from '@ticketgate/definition';
import type { OperationRegistry } from '@ticketgate/gateway';
import { createError, suggest, withSuggestion } from '@ticketgate/sdk';

export const KeyBoundsWrong = createError<{ reason: string }>(
  'Admin.KeyBoundsWrong',
  ({ reason }) => reason,
  'Invalid',
);

const OPENS_NONE =
  'A key of scope admin opens no web service, so it cannot be limited to web services or operations. Leave both out.';

interface KeySystem {
  readonly services: ServiceStore;
  readonly operations: OperationRegistry;
}

/**
 * A key that no request can use is refused: its web services must exist and accept keys, and plugins must provide its operations. So is a
 * bound that would limit nothing.
 *
 * @throws OperationError `Admin.KeyBoundsWrong` with what to write instead
 */
export async function checkKeyBounds(
  system: KeySystem,
  { scope, services, operations }: Partial<Pick<ApiKeyInfo, 'scope' | 'services' | 'operations'>>,
): Promise<void> {
  if (scope === 'admin' && (services ?? operations ?? null) !== null) throw new KeyBoundsWrong({ reason: OPENS_NONE });
  for (const name of services ?? []) await requireService(system, name);
  requireOperations(system, operations ?? []);
}

async function requireService({ services }: KeySystem, name: string): Promise<void> {
  const service = await services.find(name);
  if (service === undefined) {
    const names = (await services.list()).map((each) => each.name);
    const sentence = `There is no web service "${name}", so a key cannot be limited to it.`;
    throw new KeyBoundsWrong({
      reason: withSuggestion(
        sentence,
        suggest(name, names),
        'Import it first; the list of web services has all names.',
      ),
    });
  }
  const { webService } = await offMainThread('load', service.config, name);
  const accepted = webService?.gateway.authentication.accept ?? [];
  if (accepted.includes('ApiKey')) return;
  throw new KeyBoundsWrong({
    reason: `The web service "${name}" does not accept keys. Add ApiKey to Accept below Gateway: Authentication: in its definition, then create the key.`,
  });
}

function requireOperations({ operations }: KeySystem, types: readonly string[]): void {
  const known = operations.types();
  const unknown = types.find((type) => !known.includes(type));
  if (unknown === undefined) return;
  throw new KeyBoundsWrong({
    reason: withSuggestion(
      `No plugin provides the operation "${unknown}".`,
      suggest(unknown, known),
      `There are: ${known.join(', ')}.`,
    ),
  });
}
