import { textOf, type JsonSchema } from '@ticketgate/sdk';

import { member, nonEmptyMap } from '../reading/read-record.js';
import { checkSchema } from '../schema/check-schema.js';
import { simpleMappingSchema, xsltMappingSchema } from '../schema/operation-schema.js';
import { OPERATIONS, operationsOf } from './provider-parts.js';
import type { Rule } from './rule.js';

/** Keys of the configuration of Mapping Simple and Mapping XSLT. */
export const mappingKey: Rule = (input) =>
  operationsOf(input).flatMap(([name, operation]) =>
    ['MappingInbound', 'MappingOutbound'].flatMap((mapping) => {
      const config = nonEmptyMap(member(operation[mapping], 'Config'));
      const schema = SCHEMAS[textOf(member(operation[mapping], 'Type'))];
      if (config === undefined || schema === undefined) return [];
      return checkSchema(config, schema, [...OPERATIONS, name, mapping, 'Config']);
    }),
  );

const SCHEMAS: Readonly<Record<string, JsonSchema>> = { Simple: simpleMappingSchema, XSLT: xsltMappingSchema };
