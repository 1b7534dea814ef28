import { answersBytes, type Data, type JsonSchema, type Operation } from '@ticketgate/sdk';
import { closedSchema, schemaCompiler } from '@ticketgate/sdk/schema';

const ajv = schemaCompiler({ meta: true, validateSchema: true, strict: false, allErrors: true });

/** Finds schemas that do not compile. */
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

/** Compares an answer with the schema of its operation; undeclared members are mistakes. */
export function answerMistakes(operation: Operation, data: Data): readonly string[] {
  if (answersBytes(operation)) return [];
  const { output = {} } = operation;
  return dataMistakes(closedSchema(output), data);
}

export function dataMistakes(schema: JsonSchema, data: Data): readonly string[] {
  if (ajv.validate(schema, data)) return [];
  return (ajv.errors ?? []).map(
    ({ instancePath, message = '', params }) => `${instancePath || 'it'} ${message} ${JSON.stringify(params)}`,
  );
}
