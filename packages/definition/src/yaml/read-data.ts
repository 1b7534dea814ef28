import { isData, type Data } from '@ticketgate/sdk';

import { readDefinitionYaml } from './yaml-source.js';

/** The plain data of a definition; empty when it is not YAML, not a map, or too large. */
export function readData(text: string, mostBytes = Infinity): Data {
  const { value } = readDefinitionYaml(text, 'definition', mostBytes);
  return isData(value) ? value : {};
}
