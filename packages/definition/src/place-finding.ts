import type { Diagnostic } from './diagnostic.js';
import { readYaml, type Finding } from './yaml/yaml-source.js';

/** Puts what somebody found out about a YAML file (configuration, catalogue) at its place in the text. */
export function placeFinding(text: string, file: string, finding: Finding): Diagnostic {
  return readYaml(text, file, 'core').place(finding);
}
