/** `warning`: it works, but not for ever or not well. `error`: something does not work, or data is at risk. */
export type Severity = 'fine' | 'warning' | 'error';

/** The result of one examination. */
export interface Finding {
  /** The examined part, for example `certificate`. */
  readonly subject: string;
  readonly severity: Severity;
  readonly message: string;
  /** How to correct it; null if nothing is wrong. */
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
