import { isData, type Data } from '@ticketgate/sdk';

import type { BoundOperation } from '../../services/compiled-service.js';
import { joinMistakes, type Mistake } from './mistake.js';

export interface ReadInput {
  readonly input: unknown;
  /** For operations that check their input themselves, at most an unknown member. */
  readonly mistakes: readonly Mistake[];
}

interface Received {
  readonly bound: BoundOperation;
  /** After the inbound mapping. */
  readonly data: unknown;
  /** The parts of it that came as text, at the same places. */
  readonly texts: Data | undefined;
}

/** Unknown members that are reported. */
const MOST_UNKNOWN = 100;

/** Converts the data of a request into the input of its operation, as the service's profile reads it, and validates it. */
export function readInput({ bound, data, texts }: Received): ReadInput {
  const { registered, findUnknown, parameters } = bound;
  if (registered.input === undefined) {
    const unknown = findUnknown?.(data, 1) ?? [];
    return { input: unknown.length > 0 ? data : readByProfile(bound, data), mistakes: unknown };
  }
  const input = readByProfile(bound, isData(data) ? registered.input.prepare(data, texts, parameters) : data);
  const mistakes = registered.input.findMistakes(input);
  return { input, mistakes: joinMistakes(mistakes, findUnknown?.(input, MOST_UNKNOWN) ?? []) };
}

function readByProfile({ profile, binding }: BoundOperation, data: unknown): unknown {
  return isData(data) && profile.readInput !== undefined ? profile.readInput(data, binding) : data;
}
