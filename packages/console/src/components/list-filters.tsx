import { useEffect, useLayoutEffect, useState } from 'preact/hooks';

import { query, setQuery } from '../app/location.js';
import { Picker, SearchField, type Choices } from './field.js';

/** By its parameter of the address: a text, or one of some choices. */
export interface Filter {
  readonly name: string;
  readonly label: string;
  readonly choices?: Choices;
}

interface FilterFieldProps extends Filter {
  /** Whether all rows that it filters are loaded. */
  readonly isLocal?: boolean;
}

/** Milliseconds without a key, after which the server is asked. */
const PAUSE = 250;

/** A text in the address. Like each filter, it leads back to the first page. */
function TextFilter({ label, name, isLocal = false }: FilterFieldProps) {
  const given = query.value.get(name) ?? '';
  const [typed, setTyped] = useState(given);
  // With the render: what is typed next must stay.
  useLayoutEffect(() => setTyped(given), [given]);
  useEffect(() => {
    if (typed === given) return undefined;
    const timer = setTimeout(() => setFilter(name, typed, { replace: true }), isLocal ? 0 : PAUSE);
    return () => clearTimeout(timer);
  }, [typed]);
  return <SearchField label={label} value={typed} onChange={setTyped} />;
}

export function FilterField({ label, name, choices, isLocal = false }: FilterFieldProps) {
  if (choices === undefined) return <TextFilter label={label} name={name} isLocal={isLocal} />;
  const choose = (value: string) => setFilter(name, value, { replace: false });
  return <Picker label={label} value={query.value.get(name) ?? ''} choices={choices} onChange={choose} />;
}

function setFilter(name: string, value: string, how: { readonly replace: boolean }): void {
  setQuery({ [name]: value, after: undefined, before: undefined }, how);
}
