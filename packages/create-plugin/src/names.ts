/** The names of the parts of a new package. */
export interface Names {
  /** `Custom::SayHello`. */
  readonly type: string;
  /** `SayHello`: in definitions and error codes. */
  readonly name: string;
  /** `sayHello`: in code. */
  readonly variable: string;
  /** `say-hello`: of files, routes and the package. */
  readonly file: string;
}

const TYPE = /^[A-Z]\w*::[A-Z]\w*$/;

/** Undefined for what is not the type of an operation or invoker. */
export function deriveNames(type: string): Names | undefined {
  if (!TYPE.test(type)) return undefined;
  const name = type.split('::')[1] ?? '';
  const file = name
    .replace(/_/g, '-')
    .replace(/([a-z\d])([A-Z])/g, '$1-$2')
    .replace(/([A-Z]+)([A-Z][a-z])/g, '$1-$2')
    .toLowerCase();
  return { type, name, variable: name.charAt(0).toLowerCase() + name.slice(1), file };
}
