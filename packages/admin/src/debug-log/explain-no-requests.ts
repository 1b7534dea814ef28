import { offMainThread } from '@ticketgate/definition';
import type { System } from '@ticketgate/runtime';

export const NOTHING = 'No recorded request matches. The DebugThreshold of a web service controls what is recorded.';

/** Why no request was found, as far as the definitions say: of one web service, or of all. */
export async function explainNoRequests(
  { services, configuration }: Pick<System, 'services' | 'configuration'>,
  service: string | undefined,
): Promise<string> {
  const all = await services.list();
  const sampled: string[] = [];
  for (const { name, config } of all.filter((each) => service === undefined || each.name === service)) {
    const { definitionBytes: mostBytes } = configuration.limits;
    const { webService } = await offMainThread('load', config, undefined, { mostBytes });
    const { sample = 1 } = webService?.gateway.debug ?? {};
    if (sample < 1) sampled.push(`${name} (${sample})`);
  }
  if (sampled.length === 0) return NOTHING;
  const shown = sampled.slice(0, MOST_NAMES).join(', ');
  const rest = sampled.length > MOST_NAMES ? ' and others' : '';
  return `${NOTHING}\nGateway.Debug.Sample records only a share of the successful requests of ${shown}${rest}.`;
}

const MOST_NAMES = 5;
