import type { Diagnostic } from '../diagnostic.js';

/** Diagnostics for programs: a JSON list of objects with the members of {@link Diagnostic}. */
export function renderJson(diagnostics: readonly Diagnostic[]): string {
  return JSON.stringify(diagnostics, undefined, 2);
}
