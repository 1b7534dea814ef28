import type { MappingDefinition } from '@ticketgate/definition';
import type { Data, JsonSchema } from '@ticketgate/sdk';

import { clientInput, clientOutput } from './client-schemas.js';
import { MemberNames } from './member-names.js';
import { MemberValues } from './member-values.js';

export type MappingView = ReturnType<typeof viewRules>;

/** A mapping as clients see it; a string is the reason why it cannot be used. */
export function viewMapping(mapping: MappingDefinition): MappingView | string {
  switch (mapping.kind) {
    case 'none':
    case 'pass':
      return NO_MAPPING;
    case 'broken':
      return mapping.reason.message;
    case 'test':
      return unknownObject(`All texts are changed by the mapping Test (${mapping.option}).`);
    case 'xslt':
      return unknownObject(
        'An XSLT template of the web service maps this object; its administrator knows the members.',
      );
    case 'znuny':
      return unknownObject('Rules for members at every depth map this object; its administrator knows the members.');
    case 'out-of-office':
      return unknownObject('Its member OutOfOfficeEntriesCSVString has the entries as CSV, with a line of names.');
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
  findName: (member) => member,
  inputExample: (input) => input,
  outputExample: (output) => output,
};

/** The view of a mapping whose result cannot be derived. */
function unknownObject(description: string): MappingView {
  const schema = () => ({ type: 'object', description });
  return {
    ...NO_MAPPING,
    input: schema,
    output: schema,
    inputExample: () => undefined,
    outputExample: () => undefined,
  };
}

function viewRules(names: MemberNames, values: MemberValues) {
  const findName = (member: string): string | undefined => names.listClientNames(member)[0];
  return {
    /** @param supplied members that the gateway adds, so that clients need not send them */
    input: (schema: JsonSchema, supplied: readonly string[]): JsonSchema =>
      clientInput(schema, { names, values, supplied }),
    output: (schema: JsonSchema): JsonSchema => clientOutput(schema, { names, values }),
    /** Undefined for a member that clients cannot send. */
    findName,
    /** A request as clients send it, without members that they cannot send; undefined if there are no others. */
    inputExample(input: Data): Data | undefined {
      const members = Object.entries(input).flatMap(([member, value]) => {
        const name = findName(member);
        return name === undefined ? [] : values.inputValues(member, value).map((each) => [name, each] as const);
      });
      return Object.fromEntries(members);
    },
    outputExample(output: Data): Data | undefined {
      const members = Object.entries(output).flatMap(([member, value]) => {
        const name = names.mappedName(member)?.name;
        return name === undefined ? [] : values.outputValues(name, value).map((each) => [name, each] as const);
      });
      return Object.fromEntries(members);
    },
  };
}
