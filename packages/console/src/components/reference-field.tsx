import { useState } from 'preact/hooks';

import { ApiError, call } from '../api/call.js';
import { useLoad, useSettled } from '../api/use-load.js';
import { may } from '../app/may.js';
import { TextField, type Labelled, type Filled } from './field.js';
import { ListField } from './list-field.js';
import { wordsIn } from './schema.js';

/** Names that are suggested at once. */
const MOST = 20;

function useEntryNames(kind: string, text: string): readonly string[] {
  const query = { limit: MOST, isValid: true, text: useSettled(text, text) };
  const load = async (signal: AbortSignal) =>
    may('look') ? (await call('GET /catalogue/{kind}', { path: { kind }, query, signal })).items : [];
  return useLoad(load, [kind, query.text]).data?.map(({ name }) => name) ?? [];
}

interface ReferenceFieldProps extends Labelled, Filled<string> {
  /** Key of the kind whose entries are named. */
  readonly kind: string;
}

/** The name of an entry; those that exist are suggested, and the server says when there is none. */
export function ReferenceField({ kind, value, ...rest }: ReferenceFieldProps) {
  return <TextField {...rest} value={value} suggestions={useEntryNames(kind, value)} />;
}

interface ReferencesFieldProps extends Omit<ReferenceFieldProps, 'value' | 'onChange'> {
  readonly value: unknown;
  readonly onChange: (value: readonly string[] | undefined) => void;
}

async function hasEntry(kind: string, name: string): Promise<boolean> {
  if (!may('look')) return true;
  try {
    return (await call('GET /catalogue/{kind}/{name}', { path: { kind, name } })).isValid;
  } catch (error) {
    if (error instanceof ApiError && error.code === 'Admin.EntryUnknown') return false;
    throw error;
  }
}

export function ReferencesField({ kind, value, onChange, ...rest }: ReferencesFieldProps) {
  const [typed, setTyped] = useState('');
  return (
    <ListField
      {...rest}
      value={wordsIn(value)}
      suggestions={useEntryNames(kind, typed)}
      onChange={(names) => onChange(names.length === 0 ? undefined : names)}
      onTyped={setTyped}
      accepts={(name) => hasEntry(kind, name)}
    />
  );
}
