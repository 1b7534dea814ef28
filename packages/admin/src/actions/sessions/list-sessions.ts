import type { SessionInfo } from '@ticketgate/accounts';

import { InputInvalid } from '../../api/api-errors.js';
import { defineAction } from '../action.js';
import { inputObject } from '../schemas/input-object.js';
import { pageAfter, pageOf, toPage } from '../schemas/pages.js';
import { moment, named, objectOf, oneOf, text, word } from '../schemas/schemas.js';

/** Where a page of sessions ends: when the last one was used, and its handle. */
const PLACE = /^(\d{1,15})-([\da-f]{16})$/;

function placeOf({ lastRequestAt, handle }: SessionInfo): string {
  return `${lastRequestAt.getTime()}-${handle}`;
}

/** @throws OperationError `Admin.InputInvalid` */
function readPlace(place: string): Pick<SessionInfo, 'lastRequestAt' | 'handle'> {
  const [, milliseconds, handle] = PLACE.exec(place) ?? [];
  if (handle !== undefined) return { lastRequestAt: new Date(Number(milliseconds)), handle };
  const reason = `${JSON.stringify(place)} is not where a page of sessions ends. Give "after" the "next" of the page before.`;
  throw new InputInvalid({ reason });
}

export const listSessions = defineAction({
  summary: 'Sessions of agents and customer users, the last used first; the ids that open them are not shown.',
  input: inputObject({}, { ...pageAfter, login: word }),
  answer: pageOf(
    named(
      'Session',
      objectOf({
        handle: text,
        login: text,
        type: oneOf('User', 'Customer'),
        startedAt: moment,
        lastRequestAt: moment,
        address: text,
      }),
    ),
    text,
  ),
  async run({ limit, after, login }, { system }) {
    const behind = after === undefined ? undefined : readPlace(after);
    const found = await system.accounts.sessionAdministration.list({ limit: limit + 1, login, behind });
    return toPage(found, { limit }, placeOf);
  },
});
