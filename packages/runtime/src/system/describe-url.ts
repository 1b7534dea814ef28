import { DatabaseURL } from '@ticketgate/database/postgres';

/** A database's URL without its password, and without parameters, which may hold one too. */
export function describeURL(text: string): string {
  return new DatabaseURL(text).describe();
}
