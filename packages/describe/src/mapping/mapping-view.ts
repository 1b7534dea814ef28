import type { MappingDefinition } from '@ticketgate/definition';
import type { Data, JsonSchema } from '@ticketgate/sdk';

import { clientInput, clientOutput } from './client-schemas.js';
import { MemberNames } from './member-names.js';
import { MemberValues } from './member-values.js';

/** A mapping as its clients see it. */
export interface MappingView {
  /** The schema of what clients send. `supplied`: members that requests have without their clients' doing. */
  input(schema: JsonSchema, supplied: readonly string[]): JsonSchema;
  /** The schema of what clients get. */
  output(schema: JsonSchema): JsonSchema;
  /** The client's name of a member of the request; undefined if clients cannot send it. */
  nameOf(member: string): string | undefined;
  /** A request as clients send it; undefined when they cannot. */
  inputExample(input: Data): Data | undefined;
  /** An answer as clients get it. */
  outputExample(output: Data): Data | undefined;
}

/** The client's view of a mapping; a string says why the mapping cannot be used. */
export function viewMapping(mapping: MappingDefinition): MappingView | string {
  switch (mapping.kind) {
    case 'none':
    case 'pass':
      return NO_MAPPING;
    case 'broken':
      return mapping.reason;
    case 'test':
      return unknownObject(`All texts are changed by the mapping Test (${mapping.option}).`);
    case 'xslt':
      return unknownObject(
        'An XSLT template of the web service maps this object; its administrator knows the members.',
      );
    case 'simple': {
      const names = new MemberNames(mapping.config);
      if (names.isBroken) return 'A regular expression of its mapping cannot be compiled.';
      return viewRules(names, new MemberValues(mapping.config));
    }
  }
}

const NO_MAPPING: MappingView = {
  input: (schema) => schema,
  output: (schema) => schema,
  nameOf: (member) => member,
  inputExample: (input) => input,
  outputExample: (output) => output,
};

/** The view of a mapping whose result cannot be derived. */
function unknownObject(description: string): MappingView {
  const schema = { type: 'object', description };
  return {
    input: () => schema,
    output: () => schema,
    nameOf: (member) => member,
    inputExample: () => undefined,
    outputExample: () => undefined,
  };
}

/** The view of rules for names and values. */
function viewRules(names: MemberNames, values: MemberValues): MappingView {
  const nameOf = (member: string) => names.clientNamesOf(member)[0];
  return {
    input: (schema, supplied) => clientInput(schema, { names, values, supplied }),
    output: (schema) => clientOutput(schema, { names, values }),
    nameOf,
    /** Without members that clients cannot send. */
    inputExample(input) {
      const members = Object.entries(input).flatMap(([member, value]) => {
        const name = nameOf(member);
        const sent = name === undefined ? [] : values.inputValues(member, value);
        return sent.map((each) => [name, each] as const);
      });
      return Object.fromEntries(members) as Data; // names are texts: undefined ones have no values
    },
    outputExample(output) {
      const members = Object.entries(output).flatMap(([member, value]) => {
        const next = names.mappedName(member);
        const got = next === undefined ? [] : values.outputValues(next.name, value);
        return got.map((each) => [next?.name ?? member, each] as const);
      });
      return Object.fromEntries(members);
    },
  };
}
