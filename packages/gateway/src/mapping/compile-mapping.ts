import type { MappingDefinition } from '@ticketgate/definition';
import { isData, type Data } from '@ticketgate/sdk';

import { fault } from '../failure.js';
import { PatternBudget } from './pattern-budget.js';
import { compileSimpleMapping } from './simple-mapping.js';
import { testMapping } from './test-mapping.js';

/** Told about pairs that a mapping dropped although its rules name them. */
export type Notice = (sentence: string) => void;

/**
 * Maps data; throws a Failure when the mapping cannot be created or cannot map this. `characters` is how many of them may be
 * compared with patterns; what we answer ourselves has no such limit.
 */
export type Mapping = (data: unknown, notice: Notice, characters?: number) => Data;

/** What a mapping of data may use. */
export interface MappingRun {
  readonly notice: Notice;
  readonly budget: PatternBudget;
}

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

function guarded(map: (data: Data, run: MappingRun) => Data): Mapping {
  return (data, notice, characters = Infinity) => {
    if (data === undefined || data === null) return {};
    if (!isData(data)) {
      throw fault('Gateway.MappingFailed', 'Got Data but it is not a hash ref in Mapping handler!');
    }
    return Object.keys(data).length === 0 ? {} : map(data, { notice, budget: new PatternBudget(characters) });
  };
}
