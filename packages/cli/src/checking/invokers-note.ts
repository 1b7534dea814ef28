import { type Configuration, invokersOff } from '@ticketgate/runtime';

/** Says when events do not, or may not, call the invokers of these web services. Without the database, nobody knows whether it has a host. */
export function invokersNote(
  services: readonly string[],
  configuration: Pick<Configuration, 'requester' | 'database'>,
): readonly string[] {
  if (services.length === 0) return [];
  const names = services.join(', ');
  const off = invokersOff({ configuration, isAttached: false });
  if (off !== undefined) return [`Events do not call the invokers of ${names}: ${off}`];
  const whenAttached = invokersOff({ configuration, isAttached: true });
  if (whenAttached === undefined || configuration.database.url === null) return [];
  return [`Where the database is attached to a host, events do not call the invokers of ${names}: ${whenAttached}`];
}
