/** Adds a parameter of a query string; a name that comes again gets a list. */
export function addParameter(data: Record<string, unknown>, name: string, value: string): void {
  const known = Object.hasOwn(data, name) ? data[name] : undefined;
  if (known === undefined) define(data, name, value);
  else if (Array.isArray(known)) known.push(value);
  else define(data, name, [known, value]);
}

/** A client may name a parameter `__proto__`: it is data like any other. */
function define(data: Record<string, unknown>, name: string, value: unknown): void {
  Object.defineProperty(data, name, { value, enumerable: true, writable: true, configurable: true });
}
