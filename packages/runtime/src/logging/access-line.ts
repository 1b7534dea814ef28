import type { FinishedRequest } from '@ticketgate/gateway';

import type { Configuration } from '../configuration/configuration.js';

/** Most characters of what a client has chosen. */
const LONGEST = 300;

/** The line of a request in the access log, without its end. */
export function accessLine(exchange: FinishedRequest, format: Configuration['log']['accessFormat']): string {
  return format === 'json' ? jsonLine(exchange) : combinedLine(exchange);
}

function jsonLine(exchange: FinishedRequest): string {
  const { id: requestId, path, milliseconds, userAgent, caller, service, ...others } = exchange;
  return JSON.stringify({
    requestId,
    ...others,
    service: service?.name,
    path: clip(path),
    milliseconds: Math.round(milliseconds * 100) / 100,
    caller: caller?.login,
    userAgent: clip(userAgent),
    record: undefined,
  });
}

/** The Common Log Format, which NCSA servers began with. */
function combinedLine({ address, caller, time, method, path, status, bytesSent, userAgent }: FinishedRequest): string {
  const request = quote(`${method} ${path} HTTP/1.1`);
  const login = caller === undefined ? '-' : caller.login.replaceAll(/[^\x21-\x7e]|"/g, escape);
  return `${address || '-'} - ${login} [${dateOf(time)}] ${request} ${status} ${bytesSent} "-" ${quote(userAgent)}`;
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

function dateOf(time: Date): string {
  const [year, month, day] = time.toISOString().slice(0, 10).split('-');
  return `${day}/${MONTHS[Number(month) - 1]}/${year}:${time.toISOString().slice(11, 19)} +0000`;
}

function quote(text: string): string {
  return `"${clip(text).replaceAll(/[^\x20-\x7e]|["\\]/g, escape)}"`;
}

/** A client must not be able to end a text or a line. */
function escape(character: string): string {
  return [...Buffer.from(character)].map((byte) => `\\x${byte.toString(16).padStart(2, '0')}`).join('');
}

function clip(text: string): string {
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
}
