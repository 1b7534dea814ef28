import { asSchema } from '../../components/schema.js';

/** The object that a text is in JSON; undefined while it is none. */
export function objectIn(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return value === null || typeof value !== 'object' || Array.isArray(value) ? undefined : asSchema(value);
  } catch {
    return undefined;
  }
}
