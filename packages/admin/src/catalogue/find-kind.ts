import { suggest, type CatalogueKind } from '@ticketgate/sdk';

import { KindUnknown } from './catalogue-errors.js';
import type { CatalogueSystem } from './catalogue-system.js';

/**
 * The kind with this key, in whatever case.
 *
 * @throws OperationError `Admin.KindUnknown`
 */
export function getKind({ kinds }: Pick<CatalogueSystem, 'kinds'>, name: string): CatalogueKind {
  const found = kinds.find(({ key }) => key.toLowerCase() === name.toLowerCase());
  if (found !== undefined) return found;
  const known = kinds.map(({ key }) => key);
  throw new KindUnknown({ name, known, suggestion: suggest(name, known) });
}
