import { createError } from '@ticketgate/sdk';

/** Limits of PostgreSQL's protocol. */
const MOST_VALUES = 65_535;

export const StatementTooLarge = createError<{ values: number }>(
  'Database.StatementTooLarge',
  ({ values }) =>
    `The request needs ${values} values in one statement; at most ${MOST_VALUES} are possible. Send fewer values, or several requests.`,
  'Invalid',
);

/** @throws OperationError `Database.StatementTooLarge` */
export function checkValues({ length }: readonly unknown[]): void {
  if (length > MOST_VALUES) throw new StatementTooLarge({ values: length });
}
