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

/** Entries of sections with the same name as an earlier one; `x-name` in the schema of their list is the member with the name. */
function repeatedEntries(value: unknown, { properties }: JsonSchema): readonly Finding[] {
  if (!isData(value) || !isData(properties)) return [];
  return Object.entries(value).flatMap(([key, entries]) => {
    const section = properties[key];
    const member = isData(section) ? section['x-name'] : undefined;
    if (typeof member !== 'string' || !Array.isArray(entries)) return [];
    const seen = new Set<string>();
    return entries.flatMap((entry: unknown, index) => {
      const name = isData(entry) ? entry[member] : undefined;
      // `add` makes the set larger, unless the name was there.
      if (typeof name !== 'string' || seen.size < seen.add(name).size) return [];
      return [error('duplicate-entry', { path: [key, index, member] }, { member, name, section: key })];
    });
  });
}

export type CheckedDocument = Readonly<ReturnType<typeof checkDocument>>;

/** Adds the position in the text to a finding about a YAML file (configuration, catalogue). */
export function locateFinding(text: string, file: string, finding: Finding): Diagnostic {
  return readYaml(text, file, 'core').toDiagnostic(finding);
}
