import { findHttp } from '@ticketgate/definition';
import type { CompiledService } from '@ticketgate/gateway';
import {
  EVERYWHERE,
  makeServerURL,
  describeProblem,
  describeURL,
  invokersOff,
  maskURLs,
  readListenAddress,
  type PluginProblem,
  type System,
} from '@ticketgate/runtime';
import { toEnglish } from '@ticketgate/sdk/schema';

import { isDocumented } from '../documentation/make-documentation.js';
import { renderTable } from '../command/terminal.js';
import type { GeneratedPassword } from './prepare-system.js';

/** The output of `serve` when it is ready. */
export interface StartReport {
  readonly version: string;
  /** For example `http://127.0.0.1:8080`. */
  readonly url: string;
  readonly services: readonly ServedService[];
  /** Problems of plugins that are not required. */
  readonly problems: readonly PluginProblem[];
  readonly system: System;
  /** First passwords that this start made. */
  readonly generatedPasswords: readonly GeneratedPassword[];
  readonly milliseconds: number;
  /** Processes that serve. */
  readonly workers: number;
}

/** A web service as the report shows it; plain data, so that a worker can send it. */
export interface ServedService {
  readonly name: string;
  readonly paths: readonly string[];
  /** Methods, route and operation, each as text. */
  readonly routes: readonly (readonly string[])[];
  readonly isDocumented: boolean;
}

export function renderStartReport(report: StartReport): string {
  const { url, version, milliseconds, workers, system } = report;
  const place = `${url}${otherPlaces(system.configuration.http.host)}`;
  const crew = workers > 1 ? `, with ${workers} workers` : '';
  const parts = [
    `Ticketgate ${version} is ready at ${place}${crew} (after ${(milliseconds / 1000).toFixed(1)} s)`,
    ...(report.services.length === 0 ? [noServices(report)] : report.services.map((each) => renderService(each, url))),
    [
      ...report.problems.map((problem) => `Broken    ${describeProblem(problem)}`),
      ...invokerLines(report),
      ...pageLines(report),
      ...dataLines(system),
      ...passwordLines(report),
    ].join('\n'),
  ];
  return `\n${parts.join('\n\n')}\n\n`;
}

function otherPlaces(host: string): string {
  return EVERYWHERE.has(host) ? ' and all other addresses of this machine' : '';
}

function noServices({ system }: StartReport): string {
  const { folder } = system.configuration.webServices;
  return `No web service is defined. Put a definition in ${folder ?? 'the database'}, or run "ticketgate service import <file>".`;
}

export function reportService(
  service: CompiledService,
  system: Pick<System, 'configuration' | 'isAttached'>,
): ServedService {
  const invokers = reportInvokers(service);
  // A service that only sends has nothing to be reached by.
  const sendsOnly = invokers.length > 0 && service.webService.operations.size === 0;
  const routes = [...(sendsOnly ? [] : reportRoutes(service)), ...invokers];
  const paths = sendsOnly ? [] : servicePaths(service);
  return { name: service.name, paths, routes, isDocumented: isDocumented(service, system) };
}

const SENDS = 'sends';

function reportInvokers({ webService: { requester } }: CompiledService): readonly (readonly string[])[] {
  const { transport } = requester ?? {};
  const http = findHttp(transport);
  const host = http === undefined ? '-' : maskURLs(http.host);
  return [...(requester?.invokers.values() ?? [])].map(({ name, type, events }) => {
    const names = events.map(({ event }) => event).join(', ');
    return [SENDS, host, `${name} (${type}) ${names === '' ? 'by hand' : `on ${names}`}`];
  });
}

function renderService({ name, paths, routes: rows }: ServedService, url: string): string {
  const addresses = paths.map((path) => `${url}${path}`);
  const lines = renderTable(rows)
    .split('\n')
    .map((line) => `  ${line}`);
  return [`${name}  ${addresses.join('  ')}`, ...lines].join('\n');
}

/** Paths that a service is served at: short ones; the family's prefixes work as well. */
export function servicePaths({ name, options }: CompiledService): readonly string[] {
  const own = `/Webservice/${encodeURIComponent(name)}`;
  return options.basePath === undefined ? [own] : [own, options.basePath];
}

function reportRoutes({ transport, operations, obstacle = '' }: CompiledService): readonly (readonly string[])[] {
  const endpoints = transport?.endpoints ?? [];
  if (endpoints.length === 0) return [['-', toEnglish(obstacle), '']];
  return endpoints.map(({ path, methods, operation }) => {
    const type = operations.get(operation)?.registered?.operation.type ?? 'not served: no plugin provides it';
    return [methods?.join(',') ?? 'any method', path ?? '-', `${operation} (${type})`];
  });
}

function invokerLines({ services, system }: StartReport): readonly string[] {
  const isSending = services.some(({ routes }) => routes.some(([verb]) => verb === SENDS));
  const reason = invokersOff(system);
  return isSending && reason !== undefined ? [`Invokers  are not called by events: ${reason}`] : [];
}

function pageLines({ services, url, system: { configuration } }: StartReport): readonly string[] {
  const { admin, http } = configuration;
  const own = admin.listen === null ? undefined : readListenAddress(admin.listen);
  const adminURL = own === undefined ? url : makeServerURL({ ...configuration, http: { ...http, ...own } });
  return [
    ...(services.some((service) => service.isDocumented) ? [`Docs      ${url}/docs`] : []),
    ...(admin.enabled ? [`Admin     ${adminURL}/admin${otherPlaces(own?.host ?? '')}`] : []),
  ];
}

const WITH_DIFFERENCES =
  'Try the requests that matter to you with "npx ticketgate compare" (docs/attached.md), and report what fails.';

function dataLines({ location, isAttached, host, differences, configuration }: System): readonly string[] {
  const { embedded, url } = location;
  if (embedded !== undefined) return [`Data      ${embedded.folder} (embedded PostgreSQL)`];
  const kind = isAttached ? `attached to ${host.name}, whose tables are never altered` : 'stand-alone';
  return [
    `Data      ${describeURL(configuration.database.url ?? url)} (${kind})`,
    ...differences.map(({ sentence }) => `          Not as in ${host.name}, the nearest known host: ${sentence}`),
    ...(differences.length === 0 ? [] : [`          ${WITH_DIFFERENCES}`]),
  ];
}

function passwordLines({ generatedPasswords }: StartReport): readonly string[] {
  return generatedPasswords.flatMap(({ login, password }) => [
    `Agent     ${login}, password ${password}`,
    `          It is shown only now. To change it: npx ticketgate agent set-password ${login}`,
  ]);
}
