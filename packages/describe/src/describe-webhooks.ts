import { selectTarget, type InvokerDefinition, type RestRequester, type WebService } from '@ticketgate/definition';
import type { JsonSchema, Plugin } from '@ticketgate/sdk';
import { standardSchema } from '@ticketgate/sdk/schema';

import type { DescribedWebhook, KnownInvokers } from './described-service.js';
import { viewMapping } from './mapping/mapping-view.js';

/** The payload of a type of invoker that does not declare one. */
const ANY_OBJECT: JsonSchema = { type: 'object', description: 'What the event brings, for example its TicketID.' };

export function indexInvokers(plugins: readonly Pick<Plugin, 'invokers'>[]): KnownInvokers {
  const invokers = plugins.flatMap((plugin) => plugin.invokers ?? []);
  return new Map(invokers.map((invoker) => [invoker.type as string, invoker]));
}

/** The requests that the invokers of a web service send; those that cannot send any are left out. */
export function describeWebhooks(
  { requester, gateway }: WebService,
  invokers: KnownInvokers | undefined,
): readonly DescribedWebhook[] {
  const transport = requester?.transport;
  if (requester === undefined || transport?.kind !== 'rest') return [];
  const isSigned = gateway.signSecret !== undefined;
  return [...requester.invokers.values()].flatMap((invoker) => {
    const target = describeAddress(transport.http, invoker.name);
    const payload = describePayload(invoker, invokers);
    if (target === undefined || payload === undefined) return [];
    const { name, type, description, events } = invoker;
    const summary = description || (invokers?.get(type)?.summary ?? `Sends what ${type} makes of an event.`);
    return [{ name, summary, ...target, payload, isSigned, events: events.map(({ event }) => event) }];
  });
}

function describeAddress(
  rest: RestRequester,
  name: string,
): Pick<DescribedWebhook, 'method' | 'inAddress' | 'contentType'> | undefined {
  const { method = '', controller = '' } = selectTarget(rest, name) ?? {};
  if (controller === '' || method === '') return undefined;
  const contentType = rest.contentType === 'FORM' ? 'FORM' : 'JSON';
  return { method, contentType, inAddress: [...controller.matchAll(/:([^/?&:]+)/g)].map(([, member = '']) => member) };
}

/** After the outbound mapping. */
function describePayload(
  { type, outbound }: InvokerDefinition,
  invokers: KnownInvokers | undefined,
): JsonSchema | undefined {
  const view = viewMapping(outbound);
  if (typeof view === 'string') return undefined;
  const { payload } = invokers?.get(type) ?? {};
  return payload === undefined ? ANY_OBJECT : standardSchema(view.output(payload));
}
