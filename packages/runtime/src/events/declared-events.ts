/** Whether a plugin declares an event with `emits`: by its name, or by its beginning and `*`. */
export function isDeclared(declared: Iterable<string>, name: string): boolean {
  return [...declared].some((each) => (each.endsWith('*') ? name.startsWith(each.slice(0, -1)) : each === name));
}
