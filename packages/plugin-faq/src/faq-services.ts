import type { PluginHost, Snapshot } from '@ticketgate/sdk';

import { isFaqInstalled } from './faq-installation.js';

/** What the FAQ operations share. */
export interface FaqServices {
  /** Whether the tables are there. */
  readonly installed: Snapshot<boolean>;
}

export async function startFaq(host: PluginHost): Promise<FaqServices> {
  const installed = host.snapshot('installed', isFaqInstalled);
  if (host.isAttached && !(await installed.current())) {
    host.logger.warn('the host system has no FAQ: its operations answer FAQ.NotInstalled');
  }
  return { installed };
}
