import { isTrue } from '@ticketgate/sdk';

import { readGateway } from '../reading/read-gateway.js';
import { TRANSPORT_CONFIG, transportConfigOf } from './definition-parts.js';
import { warning, type Rule } from './rule.js';

/** `KeepAlive: 0` closes connections in profile contract only. An empty text is what a host writes for "no" anyway. */
export const keepAlive: Rule = (input) => {
  const { KeepAlive: value } = transportConfigOf(input);
  const isOff = value !== undefined && value !== null && value !== '' && !isTrue(value);
  const { profile = 'contract' } = readGateway(input.config.Gateway) ?? {};
  if (!isOff || profile === 'contract') return [];
  const message = `KeepAlive: 0 has no effect in profile ${profile}: connections stay open between requests. Write Profile: contract below Gateway to have them closed.`;
  return [warning({ code: 'keep-alive-ignored', message, path: [...TRANSPORT_CONFIG, 'KeepAlive'], at: 'key' })];
};
