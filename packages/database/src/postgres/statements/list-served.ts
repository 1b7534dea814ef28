/**
 * What an index serves, as `<method> (<columns>)`: its own columns in `create index … using <method> (<columns>) …`, without schemas of
 * operators, and the first ones of them.
 */
export function listServed(definition: string): readonly string[] {
  const whole = definition.slice(definition.indexOf(' USING ') + ' USING '.length).replace(/\b\w+\.(\w+_ops)\b/g, '$1');
  return [...whole.matchAll(/, |\)/g)].map(({ index }) => `${whole.slice(0, index)})`);
}
