import { answersBytes, type Data, type JsonSchema, type Operation } from '@ticketgate/sdk';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';

import { closedSchema } from './closed-schema.js';

const ajv = new Ajv2020({ validateSchema: true, strict: false, allErrors: true });
addFormats.default(ajv);

/** Mistakes in the schemas of an operation. */
export function schemaMistakes({ input, output = {} }: Operation): readonly string[] {
  return [input, output].flatMap((schema, index) => {
    try {
      ajv.compile(schema);
      return [];
    } catch (cause) {
      return [`its ${index === 0 ? 'input' : 'output'} does not compile: ${String(cause)}`];
    }
  });
}

/** The reason why the operation does not take an input. */
export function inputMistakes({ input }: Operation, data: Data): readonly string[] {
  return mistakes(input, data);
}

/** The reason why an answer is not the one that the operation declares; unknown members are mistakes, too. */
export function answerMistakes(operation: Operation, data: Data): readonly string[] {
  if (answersBytes(operation)) return [];
  const { output = {} } = operation;
  return mistakes(closedSchema(output), data);
}

function mistakes(schema: JsonSchema, data: Data): readonly string[] {
  if (ajv.validate(schema, data)) return [];
  return (ajv.errors ?? []).map(
    ({ instancePath, message = '', params }) => `${instancePath || 'it'} ${message} ${JSON.stringify(params)}`,
  );
}
