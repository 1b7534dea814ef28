import { textOf } from '@ticketgate/sdk';

import { member, nonEmptyMap } from '../reading/read-record.js';
import { checkSchema } from '../schema/check-schema.js';
import { simpleMappingSchema } from '../schema/operation-schema.js';
import { OPERATIONS, operationsOf } from './provider-parts.js';
import type { Rule } from './rule.js';

/** Keys of the configuration of Mapping Simple. */
export const mappingKey: Rule = (input) =>
  operationsOf(input).flatMap(([name, operation]) =>
    ['MappingInbound', 'MappingOutbound'].flatMap((mapping) => {
      const config = nonEmptyMap(member(operation[mapping], 'Config'));
      if (config === undefined || textOf(member(operation[mapping], 'Type')) !== 'Simple') return [];
      return checkSchema(config, simpleMappingSchema, [...OPERATIONS, name, mapping, 'Config']);
    }),
  );
