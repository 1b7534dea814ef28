import { isSecretName } from '@ticketgate/sdk';

import type { YamlPath } from '../yaml/yaml-source.js';

/** The value beside such a key in mappings is the name of another key. */
const MAPPING = /^Mapping(?:In|Out)bound$/;
/** Keys below these are names that authors choose. */
const OF_NAMES = /^(?:Operation|Invoker|RouteOperationMapping|InvokerControllerMapping)$/;

/** Whether what stands there is a secret with all that it holds. */
export function isSecretPath(path: YamlPath): boolean {
  const name = path.at(-1);
  if (typeof name !== 'string' || !isSecretName(name)) return false;
  return !OF_NAMES.test(String(path.at(-2))) && !path.some((key) => MAPPING.test(String(key)));
}
