import { ServiceNameInvalid } from './service-errors.js';

const LONGEST_NAME = 191;

/** A name that something is to have. What does not fit into a path cannot be called by it. */
export function isName(value: string): boolean {
  return (
    /^(?!\.{1,2}$|__proto__$)[^\s/?#\p{Cc}](?:[^/?#\p{Cc}]*[^\s/?#\p{Cc}])?$/u.test(value) &&
    value.length <= LONGEST_NAME
  );
}

/** @throws OperationError `Admin.ServiceNameInvalid` */
export function requireServiceName(name: string): void {
  if (!isName(name)) throw new ServiceNameInvalid({ name });
}
