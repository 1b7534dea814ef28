import type { CompiledService } from './compiled-service.js';

/** An immutable table of all services. Requests use the table that was current when they arrived. */
export class ServiceTable {
  readonly services: readonly CompiledService[];
  readonly #byName: ReadonlyMap<string, CompiledService>;
  readonly #byID: ReadonlyMap<string, CompiledService>;
  readonly #basePaths: readonly { readonly path: string; readonly service: CompiledService }[];

  constructor(services: readonly CompiledService[]) {
    this.services = services;
    this.#byName = new Map(services.map((service) => [service.name, service]));
    this.#byID = new Map(services.map((service) => [String(service.id), service]));
    this.#basePaths = services
      .flatMap((service) =>
        service.options.basePath === undefined ? [] : [{ path: service.options.basePath, service }],
      )
      .sort((a, b) => b.path.length - a.path.length);
  }

  byName(name: string): CompiledService | undefined {
    return this.#byName.get(name);
  }

  /** By ID as text: `01` is not `1`. */
  byID(id: string): CompiledService | undefined {
    return this.#byID.get(id);
  }

  /** Ids of services by BasePath. */
  basePaths(): ReadonlyMap<string, number> {
    return new Map(this.#basePaths.map(({ path, service }) => [path, service.id]));
  }

  /** The service with the longest BasePath at or above `path`, with the rest of the path. */
  byBasePath(path: string): { readonly service: CompiledService; readonly path: string } | undefined {
    const found = this.#basePaths.find(({ path: base }) => path === base || path.startsWith(`${base}/`));
    return found === undefined ? undefined : { service: found.service, path: path.slice(found.path.length) };
  }
}
