import { useEffect, useState } from 'preact/hooks';

import { call } from '../api/call.js';
import { TextField, type Labelled } from './field.js';
import { ListField } from './list-field.js';

/** Milliseconds without a key, after which somebody wants to see what there is. */
const PAUSE = 150;
const MOST = 20;

/** Names of entries of a kind of the catalogue with this text. */
function useEntryNames(kind: string, text: string): readonly string[] {
  const [names, setNames] = useState<readonly string[]>([]);
  useEffect(() => {
    const abort = new AbortController();
    const timer = setTimeout(() => {
      const query = { limit: MOST, isValid: true, text };
      call('GET /catalogue/{kind}', { path: { kind }, query, signal: abort.signal }).then(
        ({ items }) => setNames(items.map(({ name }) => name)),
        () => setNames([]),
      );
    }, PAUSE);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [kind, text]);
  return names;
}

interface ReferenceFieldProps extends Labelled {
  /** Key of the kind whose entries are named. */
  readonly kind: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** The name of an entry; those that exist are suggested, and the server says when there is none. */
export function ReferenceField({ kind, value, ...rest }: ReferenceFieldProps) {
  return <TextField {...rest} value={value} suggestions={useEntryNames(kind, value)} />;
}

interface ReferencesFieldProps extends Omit<ReferenceFieldProps, 'value' | 'onChange'> {
  readonly value: unknown;
  readonly onChange: (value: readonly string[] | undefined) => void;
}

/** Whether the kind has an entry of this name. */
async function hasEntry(kind: string, name: string): Promise<boolean> {
  const { items } = await call('GET /catalogue/{kind}', { path: { kind }, query: { isValid: true, text: name } });
  return items.some((each) => each.name === name);
}

/** Names of several entries. */
export function ReferencesField({ kind, value, onChange, ...rest }: ReferencesFieldProps) {
  const [typed, setTyped] = useState('');
  return (
    <ListField
      {...rest}
      values={Array.isArray(value) ? value.map(String) : []}
      suggestions={useEntryNames(kind, typed)}
      onChange={(names) => onChange(names.length === 0 ? undefined : names)}
      onTyped={setTyped}
      accepts={(name) => hasEntry(kind, name)}
    />
  );
}
