import { isData } from '@ticketgate/sdk';

import { WRITE_TRANSPORT } from '../provider-transports.js';
import { member, nonEmptyMap } from '../reading/read-record.js';
import { WRITE_REQUESTER_TRANSPORT } from '../requester-transports.js';
import { error, type Rule } from './rule.js';

/** A definition has a Provider or a Requester, each with a Transport. */
export const transportMissing: Rule = ({ config }) => {
  const sides = ['Provider', 'Requester'].filter((side) => config[side] !== undefined && config[side] !== null);
  if (sides.length === 0) {
    const message = 'There is neither a Provider nor a Requester; add Provider with its Transport and Operation.';
    return [error({ code: 'provider-missing', message, path: [] })];
  }
  return sides
    .filter((side) => isData(config[side]) && nonEmptyMap(member(config[side], 'Transport')) === undefined)
    .map((side) =>
      error({
        code: 'transport-missing',
        message: `${side} has no Transport; add one with ${side === 'Provider' ? WRITE_TRANSPORT : WRITE_REQUESTER_TRANSPORT}.`,
        path: [side],
        at: 'key',
      }),
    );
};
