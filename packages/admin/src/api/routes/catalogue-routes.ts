import {
  applyCatalogueFile,
  compareCatalogueFile,
  exportCatalogueFile,
} from '../../actions/catalogue/catalogue-file.js';
import {
  addCatalogueEntry,
  changeCatalogueEntry,
  getCatalogueEntry,
  listEntries,
  listKinds,
  listReferences,
} from '../../actions/catalogue/entries.js';
import { AdminReply, type AdminRoute } from '../admin-route.js';
import { routeOf } from './route-of.js';

/** The routes of entries at a path; without a kind, the path names it. */
function entryRoutes(path: `/${string}`, what: string, kind?: string): readonly AdminRoute[] {
  const given = kind === undefined ? {} : { kind };
  const lower = what.toLowerCase();
  const counted = '`total` is how many fit on all pages; null where a kind of a plugin does not count.';
  return [
    routeOf(`GET ${path}`, listEntries, { given, summary: `${what} by name, including invalid ones. ${counted}` }),
    routeOf(`POST ${path}`, addCatalogueEntry, { given, summary: `Adds one of ${lower}.` }),
    routeOf(`GET ${path}/:name`, getCatalogueEntry, { given, summary: `One of ${lower}.` }),
    routeOf(`PATCH ${path}/:name`, changeCatalogueEntry, {
      given,
      summary: `Changes members of one of ${lower}; the others stay as they are.`,
    }),
  ];
}

export const catalogueRoutes: readonly AdminRoute[] = [
  routeOf('GET /catalogue', listKinds),
  routeOf('GET /catalogue/:kind/:name/references', listReferences),
  routeOf('GET /catalogue-file', exportCatalogueFile, {
    mediaType: 'application/yaml',
    reply: (written) => new AdminReply(written, { 'Content-Disposition': 'attachment; filename="catalogue.yml"' }),
  }),
  routeOf('POST /catalogue-file/diff', compareCatalogueFile),
  routeOf('POST /catalogue-file/apply', applyCatalogueFile),
  ...entryRoutes('/catalogue/:kind', 'Entries of a kind'),
  ...entryRoutes('/agents', 'Agents', 'agents'),
  ...entryRoutes('/groups', 'Groups', 'groups'),
  ...entryRoutes('/roles', 'Roles', 'roles'),
  ...entryRoutes('/customers', 'Customer users', 'customerUsers'),
];
