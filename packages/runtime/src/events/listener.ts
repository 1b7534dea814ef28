import type { Plugin } from '@ticketgate/sdk';

/** A plugin that listens to events, with what its `services` made. */
export interface Listener {
  readonly plugin: Plugin;
  readonly services: unknown;
}
