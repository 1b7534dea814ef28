import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';

import type { Entry, Kind } from '../../api/admin-api.js';
import { useAnswer } from '../../api/use-load.js';
import { t } from '../../app/language.js';
import { navigate } from '../../app/location.js';
import { may } from '../../app/may.js';
import { useShortcut } from '../../app/shortcuts.js';
import { ask } from '../../components/form-dialog.js';
import { Empty } from '../../components/empty.js';
import { Note } from '../../components/note.js';
import { Loading } from '../../components/loading.js';
import { Menu, type MenuItem } from '../../components/menu.js';
import { Page } from '../../components/page.js';
import { asSchema } from '../../components/schema.js';
import { Validity } from './entry-list.js';
import { kindName } from './entry-words.js';
import { EntryFields } from './entry-fields.js';
import { useEntry, type EditedEntry } from './use-entry.js';
import { type KnownKind, listPath, useKind } from './use-kind.js';
import { attempt } from '../../app/toasts.js';
import { useUnsaved } from '../../app/use-unsaved.js';
import { Button } from '../../components/button.js';
import { CommentField } from '../../components/field.js';

/** What the parts of a page of an entry are made from. */
export interface OpenEntry extends KnownKind {
  readonly entry: Entry;
  readonly edited: EditedEntry;
}

interface EntryPageProps {
  readonly kind: string;
  readonly name: string;
  /** Members that other parts of the page show. */
  readonly without?: readonly string[];
  readonly menu?: (open: OpenEntry) => readonly MenuItem[];
  /** Beside the form. */
  readonly children?: (open: OpenEntry) => ComponentChildren;
}

/** One entry: its members as a form, and what is known of it. */
export function EntryPage(props: EntryPageProps) {
  const { kind, name } = props;
  const known = useKind(kind);
  const entry = useAnswer('GET /catalogue/{kind}/{name}', { path: { kind, name } });
  if (known.data === undefined || known.data === null || entry.data === undefined) {
    return (
      <Page title={name} back={backTo(kind)}>
        <Loading of={known}>
          {(found) => (found === null ? <UnknownKind /> : <Loading of={entry}>{() => null}</Loading>)}
        </Loading>
      </Page>
    );
  }
  return <EntryForm {...props} known={known.data} entry={entry.data} onSaved={entry.set} />;
}

function backTo(kind: string) {
  return { href: listPath(kind), text: kindName(kind) };
}

export function UnknownKind() {
  return <Empty icon="search" title={t('The catalogue has no entries of this kind.')} />;
}

interface EntryFormProps extends EntryPageProps {
  readonly known: KnownKind;
  readonly entry: Entry;
  readonly onSaved: (entry: Entry) => void;
}

function EntryForm({ name, without = [], menu, children, known, entry, onSaved }: EntryFormProps) {
  const { kind, isReadOnly } = known;
  const edited = useEntry(kind.key, entry, onSaved);
  const open: OpenEntry = { ...known, entry, edited };
  const disable = () =>
    ask({
      title: t('Disable {name}?', { name }),
      text: t('It is kept but no longer offered. You can enable it again at any time.'),
      action: t('Disable'),
      onSubmit: () => edited.setValid(false),
    });
  const validity: MenuItem = entry.isValid
    ? { text: t('Disable'), run: disable }
    : { text: t('Enable'), run: () => edited.setValid(true) };
  const audit = {
    text: t('Changes in the audit log'),
    run: () => navigate(`/audit?subject=${encodeURIComponent(name)}`),
  };
  const items = isReadOnly ? [audit] : [...(menu?.(open) ?? []), audit, validity];
  return (
    <Page
      title={name}
      back={backTo(kind.key)}
      beside={<Validity {...entry} />}
      actions={<Menu label={t('Actions of {name}', { name })} text={t('Actions')} items={items} />}
    >
      {isReadOnly && <ReadOnlyNote />}
      <div class={children === undefined ? 'stack' : 'entry'}>
        <Members key={edited.round} kind={kind} without={without} edited={edited} isReadOnly={isReadOnly} />
        {children !== undefined && <div class="stack">{children(open)}</div>}
      </div>
      <SaveBar edited={edited} />
    </Page>
  );
}

export function ReadOnlyNote() {
  if (!may('everything')) return null;
  return (
    <Note>
      {t('The host system of this database looks after these entries. Change them there; here you only see them.')}
    </Note>
  );
}

interface MembersProps {
  readonly kind: Kind;
  readonly without: readonly string[];
  readonly edited: EditedEntry;
  readonly isReadOnly: boolean;
}

function Members({ kind, without, edited, isReadOnly }: MembersProps) {
  const hidden = ['Valid', kind.nameKey, ...without];
  const members = Object.keys(asSchema(asSchema(kind.schema).properties)).filter((each) => !hidden.includes(each));
  if (members.length === 0) return <p class="quiet">{t('Entries of this kind only have a name.')}</p>;
  return (
    <section class="card" aria-label={t('Members')}>
      <fieldset disabled={isReadOnly}>
        <EntryFields
          schema={asSchema(kind.schema)}
          value={edited.values}
          mistakes={edited.mistakes}
          onChange={edited.change}
          without={hidden}
        />
      </fieldset>
    </section>
  );
}

/** At the bottom of a form that was changed. */
function SaveBar({ edited }: { readonly edited: EditedEntry }) {
  const [comment, setComment] = useState('');
  const save = async () => {
    // A word that is not in its list yet; its field is in no form.
    if (document.querySelector<HTMLInputElement>('main input:invalid')?.reportValidity() === false) return;
    await edited.save(comment);
    setComment('');
  };
  useShortcut('Ctrl+S', t('Save'), () => attempt(save));
  useUnsaved(edited.isChanged);
  if (!edited.isChanged) return null;
  const submit = (event: Event) => {
    event.preventDefault();
    void attempt(save);
  };
  return (
    <form class="save-bar" onSubmit={submit} aria-label={t('Save')}>
      {edited.theirs !== undefined && <TheirChange edited={edited} />}
      <div class="row">
        <div class="grow">
          <CommentField value={comment} onChange={setComment} />
        </div>
        <Button onClick={edited.discard} text={t('Discard')} />
        <Button kind="primary" onClick={save} disabled={edited.theirs !== undefined} text={t('Save')} />
      </div>
    </form>
  );
}

function TheirChange({ edited }: { readonly edited: EditedEntry }) {
  return (
    <Note tone="warn" action={<Button onClick={edited.takeTheirs} text={t('Continue')} />}>
      {t(
        'Somebody else has changed this entry meanwhile. Continue with their version; your changes are kept on top of it.',
      )}
    </Note>
  );
}
