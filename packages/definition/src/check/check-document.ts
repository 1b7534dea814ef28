import { isData, type JsonSchema } from '@ticketgate/sdk';
import { checkSchema } from '@ticketgate/sdk/schema';

import { declareDiagnostics, hasErrors, sortDiagnostics, type Diagnostic, type Finding } from './diagnostic.js';
import { readYaml } from '../yaml/yaml-source.js';

/** Checks any other YAML file (configuration, catalogue) against a schema, with the same diagnostics. An empty file is an empty map. */
export function checkDocument(text: string, { file, schema }: { file: string; schema: JsonSchema }) {
  const source = readYaml(text, file, 'core');
  if (hasErrors(source.problems)) return { diagnostics: sortDiagnostics(source.problems), value: undefined };
  const value = source.value ?? {};
  const findings = [...checkSchema(value, schema), ...repeatedEntries(value, schema)].map((finding) =>
    source.toDiagnostic(finding),
  );
  return { diagnostics: sortDiagnostics([...source.problems, ...findings]), value };
}

const { error } = declareDiagnostics({
  'duplicate-entry': `There is another {member} "{name}" in {section}; put all of it into one entry, or rename one.`,
});

/** The entries of sections that have the name of an earlier one, by the member that the schema of their list calls `x-name`. */
function repeatedEntries(value: unknown, { properties }: JsonSchema): readonly Finding[] {
  if (!isData(value) || !isData(properties)) return [];
  return Object.entries(value).flatMap(([key, entries]) => {
    const section = properties[key];
    const member = isData(section) ? section['x-name'] : undefined;
    if (typeof member !== 'string' || !Array.isArray(entries)) return [];
    const seen = new Set<string>();
    return entries.flatMap((entry: unknown, index) => {
      const name = isData(entry) ? entry[member] : undefined;
      // Adding it makes the set larger, unless it was there.
      if (typeof name !== 'string' || seen.size < seen.add(name).size) return [];
      return [error('duplicate-entry', { path: [key, index, member] }, { member, name, section: key })];
    });
  });
}

/** `diagnostics`: all of them, in the order of the text. `value`: plain data; undefined when the text is not YAML. */
export type CheckedDocument = Readonly<ReturnType<typeof checkDocument>>;

/** Adds the position in the text to a finding about a YAML file (configuration, catalogue). */
export function locateFinding(text: string, file: string, finding: Finding): Diagnostic {
  return readYaml(text, file, 'core').toDiagnostic(finding);
}
