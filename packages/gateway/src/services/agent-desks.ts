import type { AgentDesk, OpenAgentDesk } from '../agent-desk.js';
import type { CompiledService } from './compiled-service.js';

/** The desks of all services, each opened when it is first needed. A version that is no longer served is forgotten with its desk. */
export class AgentDesks {
  readonly #open: OpenAgentDesk;
  readonly #desks = new WeakMap<CompiledService, Promise<AgentDesk>>();

  constructor(open: OpenAgentDesk) {
    this.#open = open;
  }

  of(service: CompiledService): Promise<AgentDesk> {
    const known = this.#desks.get(service);
    if (known !== undefined) return known;
    const opening = this.#open(service);
    this.#desks.set(service, opening);
    // The next attempt may succeed.
    opening.catch(() => this.#desks.delete(service));
    return opening;
  }
}
