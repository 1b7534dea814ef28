/** A value of JSON as people read it: texts as they are, lists of them in a line, members one below the other. */
export function formatValue(value: unknown): string {
  if (value === undefined || value === null) return '';
  if (typeof value === 'string') return value;
  if (Array.isArray(value) && value.every((each) => typeof each !== 'object')) return value.map(String).join(', ');
  if (typeof value !== 'object' || Array.isArray(value)) return JSON.stringify(value);
  return Object.entries(value)
    .map(([name, member]) => `${name}: ${formatValue(member)}`)
    .join('\n');
}

/** Facts in a line, without those that are empty. */
export function joinFacts(...facts: readonly (string | null | undefined)[]): string {
  return facts.filter((each) => (each ?? '') !== '').join(' · ');
}
