/** The token of gateways whose metrics are read. */
export const METRICS_TOKEN = 'a-token-of-24-characters';

/** The numbers of a metric that has one label, by its value. */
export async function readMetric(url: string, name: string): Promise<ReadonlyMap<string, number>> {
  const response = await fetch(`${url}/metrics`, { headers: { Authorization: `Bearer ${METRICS_TOKEN}` } });
  const found = (await response.text()).matchAll(/^ticketgate_(\w+)\{.*="(.*)"\} (.*)$/gm);
  return new Map(
    [...found].filter(([, each]) => each === name).map(([, , label = '', number]) => [label, Number(number)]),
  );
}

/** Over all values of the label. */
export async function sumMetric(url: string, name: string): Promise<number> {
  return [...(await readMetric(url, name)).values()].reduce((sum, number) => sum + number, 0);
}
