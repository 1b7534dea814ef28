import { offMainThread } from '@ticketgate/definition';
import type { OperationRegistry } from '@ticketgate/gateway';
import { sha256 } from '@ticketgate/database';
import { LRUCache } from 'lru-cache';

import type { AdminSystem } from '../admin-system.js';
import { checkText } from './check-text.js';

/** The numbers of a definition that lists show. */
interface DefinitionCounts {
  readonly routes: number;
  readonly invokers: number;
  readonly warnings: number;
}

/** Definitions whose counts are kept. */
const MOST = 5_000;

/** By the digest of the text: lists are asked for often, and definitions seldom change. Warnings depend on the operations. */
const kept = new WeakMap<OperationRegistry, LRUCache<string, DefinitionCounts>>();

export async function countDefinition(
  text: string,
  { operations, ...options }: CountOptions,
): Promise<DefinitionCounts> {
  const known = kept.get(operations) ?? new LRUCache<string, DefinitionCounts>({ max: MOST });
  kept.set(operations, known);
  const digest = sha256(text);
  const found = known.get(digest) ?? (await count(text, { operations, ...options }));
  known.set(digest, found);
  return found;
}

type CountOptions = Pick<AdminSystem, 'operations' | 'definitionBytes' | 'allowedHosts'>;

async function count(
  text: string,
  { operations, definitionBytes: mostBytes, allowedHosts }: CountOptions,
): Promise<DefinitionCounts> {
  const diagnostics = await checkText(operations, { text, file: '', mostBytes, allowedHosts });
  const warnings = diagnostics.filter(({ severity }) => severity === 'warning').length;
  return { ...(await offMainThread('count', text, mostBytes)), warnings };
}
