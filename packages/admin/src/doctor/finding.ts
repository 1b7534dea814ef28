import { named, oneOf, optional, text, textOrNull, type Unchanged, type ValueOf } from '@ticketgate/sdk/schema';

/** `warning`: it works, but not for ever or not well. `error`: something does not work, or data is at risk. */
export const SEVERITIES = ['fine', 'warning', 'error'] as const;
export const severity = oneOf(SEVERITIES);

export const finding = named('Finding', {
  subject: text('What it is about.'),
  severity: { ...severity, description: 'How bad it is.' },
  message: text('What was found.'),
  remedy: textOrNull('How to correct it; null if nothing is wrong.'),
  service: optional(text('The web service that it is about.')),
  name: optional(text('The operation or API key that it is about.')),
});

/** The result of one examination. */
export type Finding = Unchanged<ValueOf<typeof finding>>;

export type Found = Omit<Finding, 'subject'>;

export function fine(message: string): Found {
  return { severity: 'fine', message, remedy: null };
}

export function warning(message: string, remedy: string): Found {
  return { severity: 'warning', message, remedy };
}

export function error(message: string, remedy: string): Found {
  return { severity: 'error', message, remedy };
}

/** What was found of a part; where nothing was, that it is fine. */
export function about(subject: string, found: readonly Found[], otherwise = ''): readonly Finding[] {
  return (found.length > 0 ? found : [fine(otherwise)]).map((each) => ({ subject, ...each }));
}
