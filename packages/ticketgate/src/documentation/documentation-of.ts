import type { CompiledService, Gateway, GatewayDependencies } from '@ticketgate/gateway';
import { invokersOf } from '@ticketgate/describe';
import { type System, version } from '@ticketgate/runtime';
import { editorSchemas } from '@ticketgate/admin';

import type { DocumentationPages } from '../http/create-app.js';
import type { PlainHttpPolicy } from '../http/plain-http.js';
import { documentationRouter } from './documentation-router.js';
import { runningValues, type ValueSources } from './running-values.js';
import { ServiceDocuments } from './service-documents.js';

/** The pages at `/docs` about the web services of a gateway. */
export function documentationOf(gateway: Gateway, sources: ValueSources): DocumentationPages {
  const { plugins } = sources.system;
  const documents = documentsOf(sources.system, () => gateway.services());
  return {
    handle: documentationRouter({
      documents,
      schemas: editorSchemas(plugins, { knowsAll: true }),
      findValues: (request, service) => runningValues(request, service, sources),
    }),
    isThere: () => documents.list().length > 0,
  };
}

/** Writes the document of its own that a service with public documentation has, at the address that its client uses. */
export function documentOf(system: System, policy: PlainHttpPolicy): NonNullable<GatewayDependencies['describe']> {
  const documents = documentsOf(system, () => []);
  return (service, request) => {
    const scheme = policy.isSecure(request) ? 'https' : 'http';
    const [path = ''] = (request.url ?? '').split('?', 1);
    return documents.own(service, `${scheme}://${request.headers.host ?? ''}${path}`);
  };
}

function documentsOf(system: System, services: () => readonly CompiledService[]): ServiceDocuments {
  return new ServiceDocuments({
    services,
    cookieName: system.settings.text('SessionName'),
    invokers: invokersOf(system.plugins),
    version,
    isPublic: (service) => isDocumented(service, system),
  });
}

/** Whether everybody may read the documentation of a published service; one that nobody can call needs none. */
export function isDocumented(
  { options, obstacle }: CompiledService,
  { configuration, isAttached }: Pick<System, 'configuration' | 'isAttached'>,
): boolean {
  const byDefault = configuration.documentation ?? (isAttached ? 'off' : 'public');
  return obstacle === undefined && (options.documentation ?? byDefault) === 'public';
}
