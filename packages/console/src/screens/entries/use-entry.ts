import { useState } from 'preact/hooks';

import type { Entry } from '../../api/admin-api.js';
import { ApiError, call, readMistakes } from '../../api/call.js';
import { t } from '../../app/language.js';
import { toast, toastWarnings } from '../../app/toasts.js';
import { withMember, type Path } from '../../components/schema.js';

type Values = Readonly<Record<string, unknown>>;

/** An entry while somebody edits it: only members that were changed are sent. */
export function useEntry(kind: string, entry: Entry, onSaved: (entry: Entry) => void) {
  const [changes, setChanges] = useState<Values>({});
  const [theirs, setTheirs] = useState<Entry>();
  const [mistakes, setMistakes] = useState<ReturnType<typeof readMistakes>>({});
  const [round, setRound] = useState(0);
  const isChanged = Object.keys(changes).length > 0;
  const values = valuesWith(entry.values, changes);
  const send = async (members: Values, comment: string) => {
    const body = { base: entry.state, members, comment };
    const saved = await call('PATCH /catalogue/{kind}/{name}', { path: { kind, name: entry.name }, body });
    toast(t('{name} was saved', { name: entry.name }));
    toastWarnings(saved);
    onSaved(saved.entry);
  };
  const save = async (comment: string) => {
    if (!isChanged) return;
    try {
      await send(changes, comment);
      setChanges((now) => changedSince(changes, now));
      setMistakes({});
    } catch (cause) {
      setMistakes(readMistakes(cause));
      if (!(cause instanceof ApiError) || cause.code !== 'Admin.EntryChanged') throw cause;
      setTheirs(cause.details.theirs as Entry); // as the server says
    }
  };
  return {
    /** Members with their changes. */
    values,
    isChanged,
    /** What was wrong with members when they were saved, by their paths. */
    mistakes,
    /** Differs after `discard`, so that forms begin again. */
    round,
    /** What somebody else has saved meanwhile. */
    theirs,
    change: (path: Path, value: unknown) => setChanges((old) => changesWith(entry.values, old, { path, value })),
    save,
    discard: () => {
      setChanges({});
      setMistakes({});
      setTheirs(undefined);
      setRound(round + 1);
    },
    /** Saves this apart from what is edited. */
    setValid: (isValid: boolean) => send({ Valid: isValid }, ''),
    /** Goes on with what they have saved; what was changed here wins where both have changed a member. */
    takeTheirs: () => {
      if (theirs !== undefined) onSaved(theirs);
      setTheirs(undefined);
    },
  };
}

export type EditedEntry = ReturnType<typeof useEntry>;

/** The changes that were made while others were saved. */
function changedSince(sent: Values, changes: Values): Values {
  return Object.fromEntries(Object.entries(changes).filter(([name, value]) => !isSame(value, sent[name])));
}

/** A value that is what it was does not count as a change. */
function changesWith(
  was: Values,
  changes: Values,
  { path: [member = '', ...rest], value }: { readonly path: Path; readonly value: unknown },
): Values {
  const name = String(member);
  const next = withMember(valuesWith(was, changes)[name], rest, value);
  if (!isSame(next, was[name])) return { ...changes, [name]: next ?? null };
  return Object.fromEntries(Object.entries(changes).filter(([each]) => each !== name));
}

function valuesWith(values: Values, changes: Values): Values {
  const merged = { ...values, ...changes };
  return Object.fromEntries(Object.entries(merged).filter(([, value]) => value !== null && value !== undefined));
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one ?? null) === JSON.stringify(other ?? null);
}
