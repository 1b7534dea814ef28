import type { Diagnostic } from './diagnostic.js';
import { readYaml, type Finding } from './yaml/yaml-source.js';

/** Adds the position in the text to a finding about a YAML file (configuration, catalogue). */
export function placeFinding(text: string, file: string, finding: Finding): Diagnostic {
  return readYaml(text, file, 'core').place(finding);
}
