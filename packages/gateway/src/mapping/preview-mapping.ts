import { patternProblems, type MappingDefinition } from '@ticketgate/definition';
import { findPlace, XsltError, type TemplatePlace } from '@ticketgate/definition/xslt';
import { isData } from '@ticketgate/sdk';

import { Failure } from '../failure.js';
import { compileMapping } from './compile-mapping.js';
import { lostTypes } from './lost-types.js';
import { compareMembers, MemberTracker, type MappedMember } from './mapped-members.js';
import { BrokenPattern } from './simple-mapping.js';

/** The result of a mapping. */
export interface MappingPreview {
  /** Null when it fails. */
  readonly result: unknown;
  /** Pairs that were dropped although a rule names them, and types that a template has lost. */
  readonly notices: readonly string[];
  /** The reason of a failure, or null. */
  readonly error: string | null;
  /** Where the template has it. */
  readonly place?: TemplatePlace;
  /** Patterns that do not compile, also those that the data does not reach. */
  readonly patterns: ReturnType<typeof patternProblems>;
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
  const patterns = definition.kind === 'simple' ? patternProblems(definition.config) : [];
  try {
    const mapping = compileMapping(definition);
    const notice = (sentence: string) => {
      if (notices.length < MOST_NOTICES) notices.push(sentence);
    };
    const result = mapping === undefined ? data : await mapping.map(data, { notice, observer, characters: CHARACTERS });
    if (definition.kind === 'xslt' && isData(data)) notices.push(...lostTypes(data, result));
    const members = membersOf({ definition, observer }, data, result);
    return { result, notices, error: null, patterns, members };
  } catch (reason) {
    return { result: null, notices, patterns, members: [], ...whyFailed(definition, reason) };
  }
}

function whyFailed(definition: MappingDefinition, reason: unknown): Pick<MappingPreview, 'error' | 'place'> {
  if (reason instanceof BrokenPattern) return { error: reason.message };
  if (!(reason instanceof Failure)) throw reason;
  const { cause } = reason;
  const message = cause instanceof Error ? cause.message : reason.message;
  const line = cause instanceof XsltError ? cause.line : undefined;
  if (definition.kind !== 'xslt' || line === undefined) return { error: message };
  return { error: message, place: findPlace(definition.config.template, { line, message }) };
}

interface Witnessed {
  readonly definition: MappingDefinition;
  readonly observer: MemberTracker;
}

function membersOf({ definition, observer }: Witnessed, data: unknown, result: unknown): readonly MappedMember[] {
  if (!isData(data) || !isData(result)) return [];
  return definition.kind === 'simple' ? observer.members(data, result) : compareMembers(definition, data, result);
}
