/** `YYYY-MM-DD HH:MM:SS` in UTC, as the accounts' audit columns are written. */
export function timeText(time: Date): string {
  return time.toISOString().slice(0, 19).replace('T', ' ');
}
