import { isData, MASK, maskSecrets, type LogFields } from '@ticketgate/sdk';

const URL_PASSWORD = /(\b[a-z][a-z0-9+.-]*:\/\/[^:@/\s]*):[^@/\s]*@/gi;

/** The last line of defence: callers should not log secrets, and if they do, the secrets are not written. */
export function maskFields(fields: LogFields): LogFields {
  const masked = maskSecrets(fields, (value) => {
    if (typeof value === 'string') return maskURLs(value);
    // Dates and the like write themselves.
    return value instanceof Error ? describeError(value) : value;
  });
  return isData(masked) ? masked : {};
}

/** Hides the password of URLs such as `postgres://user:password@host/database`. */
export function maskURLs(text: string): string {
  return text.replace(URL_PASSWORD, `$1:${MASK}@`);
}

/** Beside the message; those of PostgreSQL have no values that came from requests. */
const DETAILS = ['code', 'constraint', 'table', 'position', 'statement'];

function describeError(error: Error): LogFields {
  return {
    message: maskURLs(error.message),
    ...Object.fromEntries(DETAILS.flatMap((name) => (name in error ? [[name, error[name as keyof Error]]] : []))),
    stack: maskURLs(error.stack ?? ''),
    ...(error.cause instanceof Error ? { cause: describeError(error.cause) } : {}),
  };
}
