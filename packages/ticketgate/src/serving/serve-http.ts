import { basename } from 'node:path';
import type { RequestListener } from 'node:http';
import type { Gateway } from '@ticketgate/gateway';
import { type PluginProblem, type System, version } from '@ticketgate/runtime';

import type { Administration } from './administration.js';
import type { CertificateFiles } from '../http/certificate.js';
import { makeDocumentation } from '../documentation/make-documentation.js';
import { createApp, type AppOptions } from '../http/create-app.js';
import type { PlainHttpPolicy } from '../http/plain-http.js';
import type { HttpServer } from '../http/http-server.js';
import { serveSafely } from '../http/serve-safely.js';
import { servicePaths } from './start-report.js';

interface Surroundings {
  readonly policy: PlainHttpPolicy;
  /** Undefined: plain HTTP. */
  readonly certificate: CertificateFiles | undefined;
  /** Undefined: not here. */
  readonly metricsPage: RequestListener | undefined;
  /** Undefined: there is none. It may have an address of its own. */
  readonly administration: Administration | undefined;

  /** Problems of plugins that are not required. */
  readonly problems: readonly PluginProblem[];
}

/** The handlers of connections: web services and pages. */
export function serveHttp(system: System, gateway: Gateway, surroundings: Surroundings): HttpServer {
  const { policy, certificate, metricsPage, administration, problems } = surroundings;
  const app = createApp({
    version,
    logger: system.logger,
    ...frontPage(gateway),
    brokenPlugins: problems.map(({ listed, code }) => ({ name: basename(listed.name), code })),
    metricsPage,
    administration: system.configuration.admin.listen === null ? administration?.handle : undefined,
    documentation: makeDocumentation(gateway, system, policy),
    findObstacle: () => system.database.probe.findObstacle(),
  });
  const { hsts } = system.configuration.tls;
  return serveSafely(system, { policy, certificate, unsent: gateway.unsent }, (request, response) => {
    if (certificate !== undefined && hsts > 0) response.setHeader('Strict-Transport-Security', `max-age=${hsts}`);
    gateway.handle(request, response, () => void app(request, response));
  });
}

/** The web services in the answer to `GET /`, without disabled ones. */
function frontPage(gateway: Gateway): Pick<AppOptions, 'services' | 'notServed'> {
  return {
    services() {
      const served = gateway.services().filter(({ obstacle }) => obstacle === undefined);
      return served.map((service) => ({ name: service.name, paths: servicePaths(service) }));
    },
    notServed() {
      const states = gateway.states().filter(({ state }) => state === 'not servable');
      return states.map(({ name, reason = '' }) => ({ name, reason }));
    },
  };
}
