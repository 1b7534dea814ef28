import { useEffect, useState } from 'preact/hooks';

import { query, setQuery } from '../app/location.js';
import { Picker, SearchField, type Choices } from './field.js';

interface FilterProps {
  readonly label: string;
  /** Its parameter of the address. */
  readonly name: string;
}

/** Milliseconds without a key, after which the server is asked. */
const PAUSE = 250;

/** A text in the address. Like each filter, it leads back to the first page. */
export function TextFilter({ label, name, isLocal = false }: FilterProps & { readonly isLocal?: boolean }) {
  const given = query.value.get(name) ?? '';
  const [typed, setTyped] = useState(given);
  useEffect(() => setTyped(given), [given]);
  useEffect(() => {
    if (typed === given) return undefined;
    const timer = setTimeout(() => setFilter(name, typed, { replace: true }), isLocal ? 0 : PAUSE);
    return () => clearTimeout(timer);
  }, [typed]);
  return <SearchField label={label} value={typed} onChange={setTyped} />;
}

/** A choice in the address. */
export function ChoiceFilter({ label, name, choices }: FilterProps & { readonly choices: Choices }) {
  const value = query.value.get(name) ?? '';
  return (
    <Picker
      label={label}
      value={value}
      choices={choices}
      onChange={(chosen) => setFilter(name, chosen, { replace: false })}
    />
  );
}

function setFilter(name: string, value: string, how: { readonly replace: boolean }): void {
  setQuery({ [name]: value, after: undefined, before: undefined }, how);
}
