type Preferences = Readonly<Record<string, string | null>>;

/** Whether an agent's preferences say that they are away at `now`: first day, last day, both inclusive. */
export function isOutOfOffice(preferences: Preferences, now: Date): boolean {
  if (preferences.OutOfOffice !== '1') return false;
  const start = day(preferences, 'OutOfOfficeStart');
  const end = day(preferences, 'OutOfOfficeEnd');
  const today = now.toISOString().slice(0, 10);
  return start !== undefined && end !== undefined && start <= today && today <= end;
}

function day(preferences: Preferences, name: string): string | undefined {
  const parts = ['Year', 'Month', 'Day'].map((part) => preferences[`${name}${part}`]);
  if (parts.some((part) => !/^\d+$/.test(part ?? ''))) return undefined;
  const [year = '', month = '', date = ''] = parts.map((part) => part ?? '');
  return `${year.padStart(4, '0')}-${month.padStart(2, '0')}-${date.padStart(2, '0')}`;
}
