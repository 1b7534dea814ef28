import { percentDecode } from '../percent-encoding.js';
import type { CompiledService } from './compile-service.js';

/** An immutable table of all services. Requests use the table that was current when they arrived. */
export type ServiceTable = Readonly<ReturnType<typeof makeServiceTable>>;

export function makeServiceTable(services: readonly CompiledService[]) {
  const byName = new Map(services.map((service) => [service.name, service]));
  const byID = new Map(services.map((service) => [String(service.id), service]));
  const basePaths = services
    .flatMap((service) => (service.options.basePath === undefined ? [] : [{ path: service.options.basePath, service }]))
    .sort((a, b) => b.path.length - a.path.length);
  return {
    services,
    byName: (name: string) => byName.get(name),
    /** ID as text: `01` is not `1`. */
    byID: (id: string) => byID.get(id),
    /** The service with the longest BasePath at or above `path`, and the rest of the path. */
    byBasePath(path: string) {
      const found = basePaths.find(({ path: base }) => path === base || path.startsWith(`${base}/`));
      return found === undefined ? undefined : { service: found.service, path: path.slice(found.path.length) };
    },
  };
}

/** A request for a web service: the service, if it exists, and the part of the URL that routes match. */
export type Located = Readonly<NonNullable<ReturnType<typeof locateNamed>>>;

const SCRIPT = 'nph-genericinterface.pl/';
const SERVICE = /^(?:WebserviceID\/(\d+)|Webservice\/([^/?]+))/;
const BEFORE_ROUTE = /^.*Webservice(?:ID\/\d[^/?]*|\/[^/?]+)(?=\/)/s;

/** Finds the service of a URL; undefined for other URLs. */
export function locateService(table: ServiceTable, url: string): Located | undefined {
  const script = url.indexOf(SCRIPT);
  if (script >= 0) return locateNamed(table, url, { start: script + SCRIPT.length, isFamilyURL: true });
  if (url.startsWith('/Webservice')) return locateNamed(table, url, { start: 1, isFamilyURL: false });
  const { path, query } = cutQuery(url);
  const based = table.byBasePath(path);
  return based && { service: based.service, name: based.service.name, path: based.path, query, isFamilyURL: false };
}

/** As in the family, the first name in the URL is the service, and the route follows the last one (`docs/compatibility.md`). */
function locateNamed(
  table: ServiceTable,
  url: string,
  { start, isFamilyURL }: { start: number; isFamilyURL: boolean },
) {
  const found = SERVICE.exec(url.slice(start));
  const [, id, encoded = ''] = found ?? [];
  if (found === null && !isFamilyURL) return undefined;
  const name = id ?? percentDecode(encoded);
  const service = id === undefined ? table.byName(name) : table.byID(id);
  return {
    service,
    /** The service's name as the client wrote it. */
    name,
    /** Whether the URL is one of the family, which answers unknown services with an empty 500. */
    isFamilyURL,
    ...cutQuery(url.replace(BEFORE_ROUTE, '')),
  };
}

function cutQuery(url: string): { path: string; query: string } {
  const mark = url.indexOf('?');
  return mark < 0 ? { path: url, query: '' } : { path: url.slice(0, mark), query: url.slice(mark + 1) };
}
