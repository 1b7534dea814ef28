import { textOf, type JsonSchema } from '@ticketgate/sdk';
import { checkSchema } from '@ticketgate/sdk/schema';

import { member, nonEmptyMap } from '../reading/read-record.js';
import { simpleMappingSchema, xsltMappingSchema } from '../schema/operation-schema.js';
import { mappingsOf } from './definition-parts.js';
import type { Rule } from './rule.js';

/** Keys of the configuration of Mapping Simple and Mapping XSLT. */
export const mappingKey: Rule = (input) =>
  mappingsOf(input).flatMap(({ mapping, path }) => {
    const config = nonEmptyMap(member(mapping, 'Config'));
    const schema = SCHEMAS[textOf(member(mapping, 'Type'))];
    return config === undefined || schema === undefined ? [] : checkSchema(config, schema, [...path, 'Config']);
  });

const SCHEMAS: Readonly<Record<string, JsonSchema>> = { Simple: simpleMappingSchema, XSLT: xsltMappingSchema };
