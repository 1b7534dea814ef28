import type { Data } from '@ticketgate/sdk';

import { each } from '../../columns/member-schemas.js';

/** Maximum of an `integer` column. */
const MOST_MINUTES = 2 ** 31 - 1;

/** In minutes of working time. */
export const targetTimes = each('FirstResponseTime UpdateTime SolutionTime', {
  type: 'integer',
  minimum: 0,
  maximum: MOST_MINUTES,
});

/** Members and columns for `json_build_object`. */
export const TARGET_TIME_VALUES = `'FirstResponseTime', nullif(first_response_time, 0), 'UpdateTime', nullif(update_time, 0),
  'SolutionTime', nullif(solution_time, 0)`;

/** Values of the columns: 0 for none. */
export function targetTimeColumns({ FirstResponseTime = 0, UpdateTime = 0, SolutionTime = 0 }: Data): Data {
  return { first_response_time: FirstResponseTime, update_time: UpdateTime, solution_time: SolutionTime };
}
