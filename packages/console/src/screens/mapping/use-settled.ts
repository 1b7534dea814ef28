import { useEffect, useState } from 'preact/hooks';

/** Milliseconds after the last key. */
const PAUSE = 200;

/** A value once it no longer changes. Undefined values are passed over. */
export function useSettled<Value>(value: Value | undefined, first: Value): Value {
  const [settled, setSettled] = useState(first);
  useEffect(() => {
    if (value === undefined) return undefined;
    const timer = setTimeout(() => setSettled(value), PAUSE);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}
