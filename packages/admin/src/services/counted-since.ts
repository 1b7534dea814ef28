import { RequestCounts } from '@ticketgate/database';
import { readSystemTime } from '@ticketgate/sdk';

import type { TaskSystem } from '../tasks/task.js';
import { DAY, moment } from '../tasks/schemas.js';

/** Days for which requests are counted. */
const DAYS = 30;

export const countedSinceSchema = moment(
  `Since when its calls are counted: since it was made or counting began, for ${DAYS} days at most.`,
);

/** Since when the calls of a web service are counted. */
export async function findCountedSince({ reader, settings, now }: TaskSystem, serviceID: number): Promise<Date> {
  const { made, began } = await new RequestCounts(reader()).findBegin(serviceID);
  const earliest = now().getTime() - DAYS * DAY;
  return new Date(Math.max(readSystemTime(made, settings).getTime(), began.getTime(), earliest));
}
