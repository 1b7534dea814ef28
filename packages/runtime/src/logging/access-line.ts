import type { FinishedRequest } from '@ticketgate/gateway';

import type { Configuration } from '../configuration/configuration.js';

/** Most characters of a value that clients choose. */
const LONGEST = 300;

/** Formats a request for the access log, without a line break. */
export function accessLine(request: FinishedRequest, format: Configuration['log']['accessFormat']): string {
  return format === 'json' ? jsonLine(request) : combinedLine(request);
}

function jsonLine(request: FinishedRequest): string {
  const { id: requestId, path, milliseconds, userAgent, caller, service, ...others } = request;
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

/** The Combined Log Format of Apache and nginx. */
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

/** Escapes characters that could end a text or a line. */
function escape(character: string): string {
  return [...Buffer.from(character)].map((byte) => `\\x${byte.toString(16).padStart(2, '0')}`).join('');
}

function clip(text: string): string {
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
}
