import type { Settings } from '@ticketgate/sdk';

/** How a system makes numbers out of a counter. */
export interface NumberFormat {
  /** Counters of date-based generators restart each day. */
  readonly isDaily: boolean;
  /** `day` is `YYYYMMDD` in the system's time zone. */
  format(counter: number, day: string): string;
}

/** The format that `Ticket::NumberGenerator` names; AutoIncrement when it is empty. */
export function numberFormat(settings: Settings): NumberFormat {
  const systemID = settings.text('SystemID');
  const size = settings.number('Ticket::NumberGenerator::MinCounterSize');
  const generator = settings.text('Ticket::NumberGenerator').split('::').at(-1) ?? '';
  const pad = (counter: number, length: number) => String(counter).padStart(length, '0');
  if (generator === 'DateChecksum') {
    return {
      isDaily: true,
      format(counter, day) {
        const digits = `${day}${systemID}${pad(counter, Math.max(5, size))}`;
        return `${digits}${checkDigit(digits)}`;
      },
    };
  }
  if (generator === 'Date') {
    const length = settings.flag('Ticket::NumberGenerator::Date::UseFormattedCounter') ? size : 0;
    return { isDaily: true, format: (counter, day) => `${day}${systemID}${pad(counter, length)}` };
  }
  return { isDaily: false, format: (counter) => `${systemID}${pad(counter, size)}` };
}

/** The last digit of numbers of the generator DateChecksum: digits times 1, 2, 1, 2 …, added up; 10 becomes 1. */
function checkDigit(digits: string): number {
  const sum = Array.from(digits).reduce((total, digit, index) => total + Number(digit) * (index % 2 === 0 ? 1 : 2), 0);
  const digit = 10 - (sum % 10);
  return digit === 10 ? 1 : digit;
}
