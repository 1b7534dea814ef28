import { named, oneOf, text, textOrNull, type Unchanged, type ValueOf } from '@ticketgate/sdk/schema';

/** `warning`: it works, but not for ever or not well. `error`: something does not work, or data is at risk. */
export const finding = named('Finding', {
  subject: text('What it is about.'),
  severity: oneOf(['fine', 'warning', 'error'], 'How bad it is.'),
  message: text('What was found.'),
  remedy: textOrNull('How to correct it; null if nothing is wrong.'),
});

/** The result of one examination. */
export type Finding = Unchanged<ValueOf<typeof finding>>;

export function fine(subject: string, message: string): Finding {
  return { subject, severity: 'fine', message, remedy: null };
}

export function warning(subject: string, message: string, remedy: string): Finding {
  return { subject, severity: 'warning', message, remedy };
}

export function error(subject: string, message: string, remedy: string): Finding {
  return { subject, severity: 'error', message, remedy };
}

/** The findings, or that there are none. */
export function orFine(findings: readonly Finding[], subject: string, message: string): readonly Finding[] {
  return findings.length > 0 ? findings : [fine(subject, message)];
}
