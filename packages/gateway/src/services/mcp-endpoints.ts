import type { McpEndpoint, OpenMcpEndpoint } from '../mcp-endpoint.js';
import type { CompiledService } from './compiled-service.js';

/** The endpoints of all services, opened on first use and dropped with their version. */
export class McpEndpoints {
  readonly #open: OpenMcpEndpoint;
  readonly #endpoints = new WeakMap<CompiledService, Promise<McpEndpoint>>();

  constructor(open: OpenMcpEndpoint) {
    this.#open = open;
  }

  of(service: CompiledService): Promise<McpEndpoint> {
    const known = this.#endpoints.get(service);
    if (known !== undefined) return known;
    const opening = this.#open(service);
    this.#endpoints.set(service, opening);
    // The next attempt may succeed.
    opening.catch(() => this.#endpoints.delete(service));
    return opening;
  }
}
