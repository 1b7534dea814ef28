import type { MappingDefinition } from '@ticketgate/definition';
import { isData, type Data } from '@ticketgate/sdk';

import { fault } from '../failure.js';
import { compileSimpleMapping } from './simple-mapping.js';
import { testMapping } from './test-mapping.js';

/** Told about pairs that a mapping dropped although its rules name them. */
export type Notice = (sentence: string) => void;

/** Maps data; throws a Failure when the mapping cannot be created or cannot map this. */
export type Mapping = (data: unknown, notice: Notice) => Data;

/** Undefined when there is nothing to do. */
export function compileMapping(definition: MappingDefinition): Mapping | undefined {
  switch (definition.kind) {
    case 'none':
      return undefined;
    case 'broken':
      return () => {
        throw fault('Gateway.MappingBroken', 'Unknown', new Error(definition.reason));
      };
    case 'pass':
      return guarded((data) => data);
    case 'test':
      return guarded((data) => testMapping(data, definition.option));
    case 'simple':
      return guarded(compileSimpleMapping(definition.config));
  }
}

function guarded(map: (data: Data, notice: Notice) => Data): Mapping {
  return (data, notice) => {
    if (data === undefined || data === null) return {};
    if (!isData(data)) {
      throw fault('Gateway.MappingFailed', 'Got Data but it is not a hash ref in Mapping handler!');
    }
    return Object.keys(data).length === 0 ? {} : map(data, notice);
  };
}
