import { isData, type Data } from '@ticketgate/sdk';

import type { BoundOperation } from '../../services/compiled-service.js';
import { joinMistakes, type Mistake } from './mistake.js';

export interface ReadInput {
  /** As the operation takes it. */
  readonly input: unknown;
  /** Its mistakes. For operations that check their input themselves, at most an unknown member. */
  readonly mistakes: readonly Mistake[];
}

interface Received {
  readonly bound: BoundOperation;
  /** Behind the inbound mapping. */
  readonly data: unknown;
  /** The parts of it that came as text, at the same places. */
  readonly texts: Data | undefined;
}

/** Unknown members that are looked for. */
const MOST_UNKNOWN = 100;

/** Makes the input of an operation of the data of a request as the service's profile reads it, and judges it. */
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

/** The meaning for clients of the service's profile. */
function readByProfile({ profile, binding }: BoundOperation, data: unknown): unknown {
  return isData(data) && profile.readInput !== undefined ? profile.readInput(data, binding) : data;
}
