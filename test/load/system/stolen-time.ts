import { readFileSync } from 'node:fs';

/** Processor time of this machine so far, in ticks. */
export interface ProcessorTime {
  readonly used: number;
  /** What other virtual machines on the same hardware took while this one wanted to work. */
  readonly stolen: number;
}

/** Undefined where the system does not tell. */
export function processorTime(): ProcessorTime | undefined {
  try {
    const [line = ''] = readFileSync('/proc/stat', 'utf8').split('\n');
    const [user = 0, nice = 0, system = 0, , , , interrupts = 0, stolen = 0] = line.split(/\s+/).slice(1).map(Number);
    return { used: user + nice + system + interrupts, stolen };
  } catch {
    return undefined;
  }
}

/** The share of the wanted processor time that others took since then: 0 to 1. */
export function stolenSince(before: ProcessorTime | undefined): number | undefined {
  const now = processorTime();
  if (now === undefined || before === undefined) return undefined;
  const stolen = now.stolen - before.stolen;
  return stolen / Math.max(1, now.used - before.used + stolen);
}
