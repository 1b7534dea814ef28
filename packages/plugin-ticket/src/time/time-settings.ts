import { defineSettings, type SettingDefinition } from '@ticketgate/sdk';

const HOURS = Array.from({ length: 13 }, (_, index) => String(index + 8));
const WORKING_HOURS = { Mon: HOURS, Tue: HOURS, Wed: HOURS, Thu: HOURS, Fri: HOURS, Sat: [], Sun: [] };
const VACATION_DAYS = {
  '1': { '1': "New Year's Day" },
  '5': { '1': 'International Workers Day' },
  '12': { '24': 'Christmas Eve', '25': 'First Christmas Day', '26': 'Second Christmas Day', '31': "New Year's Eve" },
};

/** Working hours and vacation days of the default calendar and of calendars 1 to 9. */
export const timeSettings: readonly SettingDefinition[] = [
  '',
  ...Array.from({ length: 9 }, (_, index) => String(index + 1)),
].flatMap((calendar) => calendarSettings(calendar));

function calendarSettings(calendar: string): readonly SettingDefinition[] {
  const suffix = calendar === '' ? '' : `::Calendar${calendar}`;
  const whose = calendar === '' ? 'the default calendar' : `calendar ${calendar}`;
  const zone = `Time zone of ${whose}; empty for OTOBOTimeZone.`;
  return [
    ...defineSettings({
      [`TimeWorkingHours${suffix}`]: [WORKING_HOURS, `Working hours (0 to 23) by weekday (Mon to Sun) of ${whose}.`],
      [`TimeVacationDays${suffix}`]: [VACATION_DAYS, `Holidays of every year in ${whose}, as month, day, reason.`],
      [`TimeVacationDaysOneTime${suffix}`]: [{}, `Holidays of single years in ${whose}, as year, month, day, reason.`],
    }),
    ...(calendar === '' ? [] : defineSettings({ [`TimeZone${suffix}`]: ['', zone] })),
  ];
}
