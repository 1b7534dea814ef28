import { OperationError } from '@ticketgate/sdk';
import {
  type DatabaseOptions,
  DatabaseURL,
  describeHost,
  openDatabase,
  type OpenDatabase,
  PoolerUnfit,
} from '@ticketgate/database/postgres';

/**
 * Opens the database for a command or a starting server. The error says why it is unavailable, for the administrator.
 *
 * @throws OperationError `Database.Unavailable`
 */
export async function connectDatabase(options: DatabaseOptions): Promise<OpenDatabase> {
  try {
    return await openDatabase(options);
  } catch (cause) {
    if (cause instanceof PoolerUnfit) throw cause;
    const { name, hosts } = new DatabaseURL(options.url);
    const place = `"${name}" at ${hosts.map(describeHost).join(', ')}`;
    const message = `The database ${place} cannot be used: ${reasonOf(cause)}. Check DATABASE_URL or database.url, and that PostgreSQL runs there.`;
    throw new OperationError('Database.Unavailable', message, { reason: 'Unavailable', cause });
  }
}

/** The innermost cause has the message of the driver. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.cause !== undefined) return reasonOf(error.cause);
  return error.message === '' && 'code' in error ? String(error.code) : error.message;
}
