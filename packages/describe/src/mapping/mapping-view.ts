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
      return new SimpleView(names, new MemberValues(mapping.config));
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

class SimpleView implements MappingView {
  readonly #names: MemberNames;
  readonly #values: MemberValues;

  constructor(names: MemberNames, values: MemberValues) {
    this.#names = names;
    this.#values = values;
  }

  input(schema: JsonSchema, supplied: readonly string[]): JsonSchema {
    return clientInput(schema, { names: this.#names, values: this.#values, supplied });
  }

  output(schema: JsonSchema): JsonSchema {
    return clientOutput(schema, { names: this.#names, values: this.#values });
  }

  nameOf(member: string): string | undefined {
    return this.#names.clientNamesOf(member)[0];
  }

  /** Without members that clients cannot send. */
  inputExample(input: Data): Data | undefined {
    const members = Object.entries(input).flatMap(([member, value]) => {
      const name = this.nameOf(member);
      const sent = name === undefined ? [] : this.#values.inputValues(member, value);
      return sent.map((each) => [name, each] as const);
    });
    return Object.fromEntries(members) as Data; // names are texts: undefined ones have no values
  }

  outputExample(output: Data): Data | undefined {
    const members = Object.entries(output).flatMap(([member, value]) => {
      const next = this.#names.mappedName(member);
      const got = next === undefined ? [] : this.#values.outputValues(next.name, value);
      return got.map((each) => [next?.name ?? member, each] as const);
    });
    return Object.fromEntries(members);
  }
}
