import type { CompiledService, Gateway } from '@ticketgate/gateway';
import { invokersOf } from '@ticketgate/describe';
import { type System, version } from '@ticketgate/runtime';
import { editorSchemas } from '@ticketgate/admin';

import type { DocumentationPages } from '../http/create-app.js';
import { documentationRouter } from './documentation-router.js';
import { runningValues, type ValueSources } from './running-values.js';
import { ServiceDocuments } from './service-documents.js';

/** The pages at `/docs` about the web services of a gateway. */
export function documentationOf(gateway: Gateway, sources: ValueSources): DocumentationPages {
  const { plugins, settings } = sources.system;
  const documents = new ServiceDocuments({
    services: () => gateway.services(),
    cookieName: settings.text('SessionName'),
    invokers: invokersOf(plugins),
    version,
    isPublic: (service) => isDocumented(service, sources.system),
  });
  return {
    handle: documentationRouter({
      documents,
      schemas: editorSchemas(plugins, { knowsAll: true }),
      findValues: (request, service) => runningValues(request, service, sources),
    }),
    isThere: () => documents.list().length > 0,
  };
}

/** Whether everybody may read the documentation of a published service; one that nobody can call needs none. */
export function isDocumented(
  { options, obstacle }: CompiledService,
  { configuration, isAttached }: Pick<System, 'configuration' | 'isAttached'>,
): boolean {
  const byDefault = configuration.documentation ?? (isAttached ? 'off' : 'public');
  return obstacle === undefined && (options.documentation ?? byDefault) === 'public';
}
