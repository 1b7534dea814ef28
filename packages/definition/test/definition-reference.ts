import { isData, type Data } from '@ticketgate/sdk';
import { stringify } from 'yaml';

import { definitionSchema } from '../src/service/definition-schema.js';
import type { Manual } from '../src/check/keys.js';
import { xsltMappingSchema, znunyMappingSchema } from '../src/mapping/mapping-schema.js';
import { restConfigSchema } from '../src/provider-rest/rest-config-schema.js';
import { soapConfigSchema } from '../src/provider-soap/soap-config-schema.js';

/** A key of a definition with what its schema says about it. */
export interface DocumentedKey {
  /** Its path; names that the author chooses are in angle brackets. */
  readonly path: string;
  readonly schema: Data;
  readonly manual: Manual;
}

/** What authors choose below these keys. */
const CHOSEN_NAMES: Readonly<Record<string, string>> = {
  Operation: '<Operation>',
  RouteOperationMapping: '<Operation>',
  Specific: '<Operation>',
  ValueMap: '<Member>',
};

/** Where a schema of its own describes the `Config` of one type. */
const CONFIGS: Readonly<Record<string, Data>> = {
  'Provider.Transport.Config': { properties: { ...restConfigSchema.properties, ...soapConfigSchema.properties } },
  'Provider.Operation.<Operation>.MappingInbound.Config': {
    properties: { ...znunyMappingSchema.properties, ...xsltMappingSchema.properties },
  },
};

/** Every key, parents first. Both mappings have the same keys; only the inbound one is listed. */
export function documentedKeys(): readonly DocumentedKey[] {
  return keysBelow('', definitionSchema).filter(({ path }) => !path.includes('.MappingOutbound.'));
}

function keysBelow(parent: string, schema: Data): readonly DocumentedKey[] {
  const members = Object.entries(isData(schema.properties) ? schema.properties : {});
  const chosen = CHOSEN_NAMES[parent.split('.').at(-1) ?? ''];
  const entries: readonly (readonly [string, unknown])[] =
    chosen === undefined ? members : [...members, [chosen, schema.additionalProperties]];
  return entries.flatMap(([name, value]) => {
    const path = parent === '' ? name : `${parent}.${name}`;
    if (!isData(value)) throw new Error(`${path} has no schema.`);
    return [{ path, schema: value, manual: manualOf(path, value) }, ...keysBelow(path, CONFIGS[path] ?? value)];
  });
}

function manualOf(path: string, { manual }: Data): Manual {
  if (!isData(manual)) throw new Error(`The schema of ${path} has no "manual"; add effect, default and example.`);
  return manual as unknown as Manual; // the schemas write it with `manual()`
}

/** The reference in `docs/web-services.md`: a section for each key. */
export function renderReference(): string {
  return documentedKeys().map(renderKey).join('\n');
}

function renderKey({ path, schema, manual }: DocumentedKey): string {
  const example = `\`${renderExample(path, manual.example)}\``;
  return `### \`${path}\`

${manual.effect}

- Type: ${typeOf(schema)}
- Default: ${manual.default}
- Example: ${example}
`;
}

function renderExample(path: string, example: unknown): string {
  const key = (path.split('.').at(-1) ?? '').replace('<Operation>', 'TicketGet').replace('<Member>', 'State');
  const style = { collectionStyle: 'flow', singleQuote: true, flowCollectionPadding: true, lineWidth: 0 } as const;
  return stringify({ [key]: example }, style)
    .trim()
    .replace(/^\{ (.*) \}$/s, '$1');
}

function typeOf(schema: Data): string {
  if (Array.isArray(schema.enum) && schema.description === undefined) {
    return `one of ${schema.enum.map((word) => `\`${String(word)}\``).join(', ')}`;
  }
  if (typeof schema.description !== 'string') throw new Error(`A schema has no description: ${JSON.stringify(schema)}`);
  return schema.description;
}
