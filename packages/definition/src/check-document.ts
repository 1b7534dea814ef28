import type { JsonSchema } from '@ticketgate/sdk';
import { checkSchema } from '@ticketgate/sdk/schema';

import { hasErrors, type Diagnostic, sortDiagnostics } from './diagnostic.js';
import { readYaml, type Finding } from './yaml/yaml-source.js';

/** Checks any other YAML file (configuration, catalogue) against a schema, with the same diagnostics. An empty file is an empty map. */
export function checkDocument(text: string, { file, schema }: { file: string; schema: JsonSchema }) {
  const source = readYaml(text, file, 'core');
  if (hasErrors(source.problems)) return { diagnostics: sortDiagnostics(source.problems), value: undefined };
  const value = source.value ?? {};
  const findings = checkSchema(value, schema).map((finding) => source.toDiagnostic(finding));
  return { diagnostics: sortDiagnostics([...source.problems, ...findings]), value };
}

/** `diagnostics`: all of them, in the order of the text. `value`: plain data; undefined when the text is not YAML. */
export type CheckedDocument = Readonly<ReturnType<typeof checkDocument>>;

/** Adds the position in the text to a finding about a YAML file (configuration, catalogue). */
export function locateFinding(text: string, file: string, finding: Finding): Diagnostic {
  return readYaml(text, file, 'core').toDiagnostic(finding);
}
