import type { DescribedService } from '@ticketgate/describe';
import type { JsonSchema } from '@ticketgate/sdk';
import { compile } from 'json-schema-to-typescript';

import { identifier } from './identifier.js';

const FORMAT = {
  bannerComment: '',
  additionalProperties: false,
  // A list of whatever length is `number[]`, not `[number, ...number[]]`.
  ignoreMinAndMaxItems: true,
  style: { singleQuote: true, printWidth: 120 },
};

/** `<Operation>Input` and `<Operation>Output` of all operations. */
export async function typeScriptTypes({ operations }: DescribedService): Promise<string> {
  const types: string[] = [];
  for (const { name, input, output } of operations) {
    const called = identifier(name);
    types.push(await typeOf(input, `${called}Input`), await typeOf(output, `${called}Output`));
  }
  return types.join('\n');
}

async function typeOf(schema: JsonSchema | undefined, name: string): Promise<string> {
  if (schema === undefined) return `export type ${name} = unknown;\n`;
  // It names types by their ids, and changes what it is given.
  return compile({ ...structuredClone(schema), title: name, $id: name }, name, FORMAT);
}
