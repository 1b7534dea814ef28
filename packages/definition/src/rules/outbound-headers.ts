import { nonEmptyMap } from '../reading/read-record.js';
import { TRANSPORT_CONFIG, transportConfigOf } from './definition-parts.js';
import { warning, type Rule } from './rule.js';

/** Additional headers silence the outbound ones. */
export const outboundHeaders: Rule = (input) => {
  const { AdditionalHeaders: additional, OutboundHeaders: outbound } = transportConfigOf(input);
  if (nonEmptyMap(additional) === undefined || nonEmptyMap(outbound) === undefined) return [];
  const message = 'OutboundHeaders have no effect while there are AdditionalHeaders; move all headers to one of them.';
  return [
    warning({ code: 'outbound-headers-ignored', message, path: [...TRANSPORT_CONFIG, 'OutboundHeaders'], at: 'key' }),
  ];
};
