import type { Gateway } from '@ticketgate/gateway';

import type { DocumentationPages } from '../http/create-app.js';
import type { System } from '../system/open-system.js';
import { version } from '../version.js';
import { editorSchemas } from './editor-schemas.js';
import { documentationRouter } from './documentation-router.js';
import { ServiceDocuments } from './service-documents.js';

/** What the server says at `/docs` of the web services that a gateway serves. */
export function documentationOf(
  { configuration, isAttached, plugins, settings }: System,
  gateway: Gateway,
): DocumentationPages {
  const documents = new ServiceDocuments({
    services: () => gateway.services(),
    cookieName: settings.text('SessionName'),
    version,
    isPublic: (configuration.documentation ?? (isAttached ? 'off' : 'public')) === 'public',
  });
  return {
    handle: documentationRouter({ documents, schemas: editorSchemas(plugins) }),
    isThere: () => documents.list().length > 0,
  };
}
