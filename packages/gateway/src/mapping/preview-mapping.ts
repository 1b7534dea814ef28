import type { MappingDefinition } from '@ticketgate/definition';
import { isData } from '@ticketgate/sdk';

import { Failure } from '../failure.js';
import { compileMapping } from './compile-mapping.js';
import { compareMembers, MemberTracker, type MappedMember } from './mapped-members.js';
import { BrokenPattern } from './simple-mapping.js';

/** The result of a mapping. */
export interface MappingPreview {
  /** Null when it fails. */
  readonly result: unknown;
  /** Pairs that were dropped although a rule names them. */
  readonly notices: readonly string[];
  /** The reason of a failure, or null. */
  readonly error: string | null;
  /** How each member was mapped; empty unless both sides are objects. */
  readonly members: readonly MappedMember[];
}

/** Characters that are compared with patterns, as in requests that set no other limit. */
const CHARACTERS = 10_000_000;
/** Notices that are kept. */
const MOST_NOTICES = 100;

/** Maps data without a request. */
export async function previewMapping(definition: MappingDefinition, data: unknown): Promise<MappingPreview> {
  const notices: string[] = [];
  const observer = new MemberTracker();
  try {
    const mapping = compileMapping(definition);
    const notice = (sentence: string) => {
      if (notices.length < MOST_NOTICES) notices.push(sentence);
    };
    const result = mapping === undefined ? data : await mapping.map(data, { notice, observer, characters: CHARACTERS });
    return { result, notices, error: null, members: membersOf({ definition, observer }, data, result) };
  } catch (reason) {
    const failed = { result: null, notices, members: [] };
    if (reason instanceof BrokenPattern) return { ...failed, error: reason.message };
    if (!(reason instanceof Failure)) throw reason;
    const { cause } = reason;
    return { ...failed, error: cause instanceof Error ? cause.message : reason.message };
  }
}

interface Witnessed {
  readonly definition: MappingDefinition;
  readonly observer: MemberTracker;
}

function membersOf({ definition, observer }: Witnessed, data: unknown, result: unknown): readonly MappedMember[] {
  if (!isData(data) || !isData(result)) return [];
  return definition.kind === 'simple' ? observer.members(data, result) : compareMembers(definition, data, result);
}
