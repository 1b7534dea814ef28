import { MASK } from '@ticketgate/sdk';

import type { Finding } from '../yaml/yaml-source.js';
import { completeDefinition } from './mask-definition.js';

/** Masks in a text that stand for no secret of the `known` texts: published, they would be the secret. Without those, there are no masks. */
export function findMasks(text: string, known: readonly string[] | undefined): readonly Finding[] {
  if (known === undefined) return [];
  return completeDefinition(text, known).missing.map((path) => ({
    severity: 'error',
    code: 'masked-secret',
    path,
    message: `${path.join('.')} is "${MASK}", which stands for a secret that is stored. None is stored there, so write the secret itself.`,
  }));
}
