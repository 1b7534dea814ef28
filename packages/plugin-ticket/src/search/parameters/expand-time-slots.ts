import type { Data } from '@ticketgate/sdk';

import { readText } from './read-parameter.js';

/** `<Parameter>SearchType` says in which of its two other forms a time is given. */
export const TIME_FORMS = [
  ['ChangeTimeSearchType', 'TicketChangeTime'],
  ['LastChangeTimeSearchType', 'TicketLastChangeTime'],
  ['CloseTimeSearchType', 'TicketCloseTime'],
] as const;

export const MINUTES: Readonly<Record<string, number>> = {
  minute: 1,
  hour: 60,
  day: 1440,
  week: 7 * 1440,
  month: 30 * 1440,
  year: 365 * 1440,
};

/** Puts slots (from day to day) and points (so and so long ago) in the words of the plain time parameters. */
export function expandTimeSlots(input: Data): Data {
  const plain = TIME_FORMS.flatMap(([parameter, prefix]) => {
    const form = readText(input, parameter);
    if (form === 'TimeSlot') return [readSlot(input, prefix)];
    return form === 'TimePoint' ? [readPoint(input, prefix)] : [];
  });
  return plain.reduce((all, part) => ({ ...all, ...part }), input);
}

/** `Start…` is the first second of a day, `Stop…` the last one; a day that lacks a part is not given. */
function readSlot(input: Data, prefix: string): Data {
  const start = readDay(input, `${prefix}Start`);
  const stop = readDay(input, `${prefix}Stop`);
  return {
    ...(start === undefined ? {} : { [`${prefix}NewerDate`]: `${start} 00:00:00` }),
    ...(stop === undefined ? {} : { [`${prefix}OlderDate`]: `${stop} 23:59:59` }),
  };
}

function readDay(input: Data, prefix: string): string | undefined {
  const parts = ['Year', 'Month', 'Day'].map((part) => readText(input, `${prefix}${part}`));
  return parts.includes(undefined) ? undefined : parts.join('-');
}

/** A point is a number of units; an invalid number or unit makes the search empty, like an invalid number of minutes. */
function readPoint(input: Data, prefix: string): Data {
  const point = readText(input, `${prefix}Point`);
  const format = readText(input, `${prefix}PointFormat`);
  if (point === undefined || format === undefined) return {};
  const minutes = Number(point) * (MINUTES[format] ?? Number.NaN);
  const side = readText(input, `${prefix}PointStart`) === 'Before' ? 'Older' : 'Newer';
  return { [`${prefix}${side}Minutes`]: Number.isNaN(minutes) ? 'invalid' : minutes };
}
