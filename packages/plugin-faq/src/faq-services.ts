import type { PluginHost, Snapshot } from '@ticketgate/sdk';

import { isFaqInstalled } from './faq-installation.js';

/** The services of the FAQ operations. */
export interface FaqServices {
  /** Whether the tables exist. */
  readonly installed: Snapshot<boolean>;
}

export async function startFaq(host: PluginHost): Promise<FaqServices> {
  const installed = host.snapshot('installed', isFaqInstalled);
  if (host.isAttached && !(await installed.current())) {
    host.logger.warn('the host system has no FAQ: its operations answer FAQ.NotInstalled');
  }
  return { installed };
}
