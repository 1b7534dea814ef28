import { isData, MASK, maskSecrets, type LogFields } from '@ticketgate/sdk';

const URL_PASSWORD = /(\b[a-z][a-z0-9+.-]*:\/\/[^:@/\s]*):[^@/\s]*@/gi;

/** Masks secrets in the fields of a log line, in case a caller logs any. */
export function maskFields(fields: LogFields): LogFields {
  const masked = maskSecrets(fields, (value) => {
    if (typeof value === 'string') return maskURLs(value);
    // Others, such as dates, have a `toJSON`.
    return value instanceof Error ? describeError(value) : value;
  });
  return isData(masked) ? masked : {};
}

/** Hides the password of URLs such as `postgres://user:password@host/database`. */
export function maskURLs(text: string): string {
  return text.replace(URL_PASSWORD, `$1:${MASK}@`);
}

/** Logged members of errors. Those of PostgreSQL's errors contain no values of requests. */
const DETAILS = ['code', 'constraint', 'table', 'position', 'statement'];

function describeError(error: Error): LogFields {
  return {
    message: maskURLs(error.message),
    ...Object.fromEntries(DETAILS.flatMap((name) => (name in error ? [[name, error[name as keyof Error]]] : []))),
    stack: maskURLs(error.stack ?? ''),
    ...(error.cause instanceof Error ? { cause: describeError(error.cause) } : {}),
  };
}
