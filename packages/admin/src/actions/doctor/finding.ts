/** `warning`: it works, but not for ever or not well. `error`: something does not work, or data is at risk. */
export type Severity = 'fine' | 'warning' | 'error';

/** What an examination has to say. */
export interface Finding {
  /** What was examined, for example `certificate`. */
  readonly subject: string;
  readonly severity: Severity;
  readonly message: string;
  /** What to do about it; null where nothing is to be done. */
  readonly remedy: string | null;
}

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
