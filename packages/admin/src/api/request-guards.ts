import type { IncomingMessage } from 'node:http';
import { isIP, type BlockList } from 'node:net';
import { RequestLimit } from '@ticketgate/gateway';
import { containsAddress, foldASCII, readAddresses } from '@ticketgate/sdk';
import type { RequestHandler } from 'express';

import { ClientUnknown, HostNotAllowed, NetworkNotAllowed, ProxyUnknown, TooManyRequests } from './api-errors.js';

/** Facts about connections; the server provides them. */
export interface ConnectionPolicy {
  /** The client's address: behind a trusted proxy the one that the proxy names. */
  clientAddress(request: IncomingMessage): string;
  isSecure(request: IncomingMessage): boolean;
  /** Whether it came directly, or by a proxy that is trusted to say where from. */
  isOriginKnown(request: IncomingMessage): boolean;
  /** The path below which a proxy shows this server; empty without one. */
  toPrefix(request: IncomingMessage): string;
}

/** The networks and hosts that may reach the administration. */
export interface AdminAccess {
  readonly policy: ConnectionPolicy;
  /** Addresses and networks in CIDR form. */
  readonly allowedNetworks: readonly string[];
  /** Names of this server besides `localhost`, in lower case. */
  readonly hosts: ReadonlySet<string>;
}

/** Lets requests pass that come from an allowed network and ask for this server by its own name. */
export function guardAdministration({ policy, allowedNetworks, hosts }: AdminAccess): RequestHandler {
  // The configuration was checked at the start.
  const allowed = readAddresses(allowedNetworks);
  return (request, _response, next) => {
    requireNetwork(request, allowed, policy);
    requireHost(request, hosts, policy);
    next();
  };
}

/**
 * A proxy on this machine that is not trusted would make all its clients look like this machine.
 *
 * @throws OperationError `Admin.ClientUnknown`, `Admin.NetworkNotAllowed`, `Admin.ProxyUnknown`
 */
function requireNetwork(request: IncomingMessage, allowed: BlockList, policy: ConnectionPolicy): void {
  if (!policy.isOriginKnown(request)) throw new ProxyUnknown();
  const address = policy.clientAddress(request);
  if (address === '') throw new ClientUnknown();
  if (!containsAddress(allowed, address)) throw new NetworkNotAllowed({ address });
}

/**
 * A foreign page can point its own name to this machine, and browsers then take it for one of our pages. With HTTPS, the certificate
 * prevents that, and nobody can own an address.
 *
 * @throws OperationError `Admin.HostNotAllowed`
 */
function requireHost(request: IncomingMessage, hosts: ReadonlySet<string>, policy: ConnectionPolicy): void {
  const { host = '' } = request.headers;
  const name = foldASCII(host.replace(/:\d*$/, ''));
  const isAddress = isIP(name.replace(/^\[(.*)\]$/, '$1')) !== 0;
  if (isAddress || name === 'localhost' || hosts.has(name) || policy.isSecure(request)) return;
  throw new HostNotAllowed({ host: name });
}

/** Per process. Each may hold a body of the largest size. */
const MOST = 50;

/**
 * Refuses more requests of administrators that wait for their answer than so many.
 *
 * @throws OperationError `Admin.TooManyRequests`
 */
export function limitRequests(): RequestHandler {
  const limit = new RequestLimit(MOST);
  return (_request, response, next) => {
    if (limit.isFull) throw new TooManyRequests(MOST);
    const slot = limit.createSlot();
    slot.acquire();
    response.once('close', slot.release);
    next();
  };
}
