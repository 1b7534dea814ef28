import type { MappingDefinition } from '@ticketgate/definition';

import { Failure } from '../failure.js';
import { compileMapping } from './compile-mapping.js';
import { BrokenPattern } from './simple-mapping.js';

/** The result of a mapping. */
export interface MappingPreview {
  /** Null when it fails. */
  readonly result: unknown;
  /** Pairs that were dropped although a rule names them. */
  readonly notices: readonly string[];
  /** Why it fails; null when it does not. */
  readonly error: string | null;
}

/** Characters that are compared with patterns, as in requests that set no other limit. */
const CHARACTERS = 10_000_000;
/** Notices that are kept. */
const MOST_NOTICES = 100;

/** Maps data outside of any request. */
export async function previewMapping(definition: MappingDefinition, data: unknown): Promise<MappingPreview> {
  const notices: string[] = [];
  try {
    const mapping = compileMapping(definition);
    const notice = (sentence: string) => {
      if (notices.length < MOST_NOTICES) notices.push(sentence);
    };
    return {
      result: mapping === undefined ? data : await mapping.map(data, { notice, characters: CHARACTERS }),
      notices,
      error: null,
    };
  } catch (reason) {
    if (reason instanceof BrokenPattern) return { result: null, notices, error: reason.message };
    if (!(reason instanceof Failure)) throw reason;
    const { cause } = reason;
    return { result: null, notices, error: cause instanceof Error ? cause.message : reason.message };
  }
}
