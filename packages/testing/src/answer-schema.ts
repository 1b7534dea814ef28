import { answersBytes, type Data, type JsonSchema, type Operation } from '@ticketgate/sdk';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';

import { closedSchema } from './closed-schema.js';

const ajv = new Ajv2020({ validateSchema: true, strict: false, allErrors: true });
addFormats.default(ajv);

/** Mistakes in schemas by their names. */
export function schemaMistakes(schemas: Readonly<Record<string, JsonSchema>>): readonly string[] {
  return Object.entries(schemas).flatMap(([name, schema]) => {
    try {
      ajv.compile(schema);
      return [];
    } catch (cause) {
      return [`its ${name} does not compile: ${String(cause)}`];
    }
  });
}

/** Why an answer does not fit the operation's declaration; unknown members are mistakes, too. */
export function answerMistakes(operation: Operation, data: Data): readonly string[] {
  if (answersBytes(operation)) return [];
  const { output = {} } = operation;
  return dataMistakes(closedSchema(output), data);
}

/** Why data does not fit a schema. */
export function dataMistakes(schema: JsonSchema, data: Data): readonly string[] {
  if (ajv.validate(schema, data)) return [];
  return (ajv.errors ?? []).map(
    ({ instancePath, message = '', params }) => `${instancePath || 'it'} ${message} ${JSON.stringify(params)}`,
  );
}
