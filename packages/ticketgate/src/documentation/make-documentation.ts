import { editorSchemas, showsDocumentation } from '@ticketgate/admin';
import type { CompiledService, Gateway, GatewayDependencies } from '@ticketgate/gateway';
import type { System } from '@ticketgate/runtime';

import type { DocumentationPages } from '../http/create-app.js';
import { addressFor, type PlainHttpPolicy } from '../http/plain-http.js';
import { documentationRouter } from './documentation-router.js';
import { openDocuments } from './service-documents.js';

/** The pages at `/docs` about the web services of a gateway. */
export function makeDocumentation(gateway: Gateway, system: System, policy: PlainHttpPolicy): DocumentationPages {
  const listServices = () =>
    gateway
      .services()
      .filter((service) => isDocumented(service, system))
      .sort((a, b) => (a.name < b.name ? -1 : 1));
  return {
    handle: documentationRouter({
      findDocument: openDocuments(system),
      listServices,
      policy,
      schemas: editorSchemas(system.plugins, { knowsAll: true }),
    }),
    isThere: () => listServices().length > 0,
  };
}

/** Writes the service's own document, such as a WSDL, if its documentation is public, for the address that its client uses. */
export function writeOwn(system: System, policy: PlainHttpPolicy): NonNullable<GatewayDependencies['describe']> {
  const findDocument = openDocuments(system);
  return async (service, request) => {
    if (!isDocumented(service, system)) return undefined;
    const [path = ''] = (request.url ?? '').split('?', 1);
    const write = await (await findDocument(service)).writeOwn();
    return write?.(`${addressFor(request, policy)}${path}`);
  };
}

/** Whether everybody may read the documentation of a published service; one that nobody can call needs none. */
export function isDocumented(
  { options, obstacle }: CompiledService,
  system: Pick<System, 'configuration' | 'isAttached'>,
): boolean {
  return obstacle === undefined && showsDocumentation(options.documentation, system);
}
