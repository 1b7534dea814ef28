/** The forms of a time in a header, of which the last has no time zone (RFC 9110, 5.6.7). */
const HTTP_DATE = /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]*,? [\w :-]+?( GMT)?$/;

/**
 * The earliest time for another attempt by a header `Retry-After` (RFC 9110, 10.2.3); undefined without one that can be read.
 *
 * @param most seconds from now that it may be away
 */
export function earliestRetry(
  header: string | undefined,
  { now, most }: { readonly now: Date; readonly most: number },
): Date | undefined {
  const time = timeOf(header?.trim() ?? '', now);
  if (Number.isNaN(time)) return undefined;
  return new Date(Math.min(time, now.getTime() + most * 1_000));
}

/** In milliseconds; NaN for texts that are neither seconds nor a time. */
function timeOf(text: string, now: Date): number {
  if (/^\d+$/.test(text)) return now.getTime() + Number(text) * 1_000;
  const [date, zone] = HTTP_DATE.exec(text) ?? [];
  if (date === undefined) return NaN;
  return Date.parse(zone === undefined ? `${date} GMT` : date);
}
