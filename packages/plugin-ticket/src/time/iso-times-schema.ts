import type { JsonSchema } from '@ticketgate/sdk';

const TIME: JsonSchema = { type: 'string', description: 'In ISO 8601, where the service has `Times: iso`.' };

/** Members of answers, of which those that `times` names get the neighbour that `Gateway.Times: iso` gives them. */
export function withISOSchema(
  members: Readonly<Record<string, JsonSchema>>,
  times: readonly string[],
): Readonly<Record<string, JsonSchema>> {
  return { ...members, ...Object.fromEntries(times.map((name) => [`${name}ISO`, TIME])) };
}
