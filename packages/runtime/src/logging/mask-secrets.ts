import { isSecretName, MASK, type LogFields } from '@ticketgate/sdk';

const URL_PASSWORD = /(\b[a-z][a-z0-9+.-]*:\/\/[^:@/\s]*):[^@/\s]*@/gi;

/** The last line of defence: callers should not log secrets, and if they do, the secrets are not written. */
export function maskSecrets(fields: LogFields): LogFields {
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, maskField(name, value)]));
}

/** Hides the password of URLs such as `postgres://user:password@host/database`. */
export function maskURLs(text: string): string {
  return text.replace(URL_PASSWORD, `$1:${MASK}@`);
}

function maskField(name: string, value: unknown): unknown {
  if (isSecretName(name)) return MASK;
  if (typeof value === 'string') return maskURLs(value);
  if (value instanceof Error) return describeError(value);
  if (Array.isArray(value)) return value.map((item: unknown) => maskField('', item));
  // A plain object is a group of fields; others (dates …) write themselves.
  if (typeof value === 'object' && value?.constructor === Object) return maskSecrets({ ...value });
  return value;
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
