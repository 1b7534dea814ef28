import { each } from '../../request/member-schemas.js';

/** In minutes of working time. */
export const targetTimes = each('FirstResponseTime UpdateTime SolutionTime', { type: 'integer', minimum: 0 });
