import type { Gateway } from '@ticketgate/gateway';
import { invokersOf } from '@ticketgate/describe';
import { version } from '@ticketgate/runtime';
import { editorSchemas } from '@ticketgate/admin';

import type { DocumentationPages } from '../http/create-app.js';
import { documentationRouter } from './documentation-router.js';
import { runningValues, type ValueSources } from './running-values.js';
import { ServiceDocuments } from './service-documents.js';

/** The pages at `/docs` about the web services of a gateway. */
export function documentationOf(gateway: Gateway, sources: ValueSources): DocumentationPages {
  const { configuration, isAttached, plugins, settings } = sources.system;
  const documents = new ServiceDocuments({
    services: () => gateway.services(),
    cookieName: settings.text('SessionName'),
    invokers: invokersOf(plugins),
    version,
    isPublic: (configuration.documentation ?? (isAttached ? 'off' : 'public')) === 'public',
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
