import { useMemo, useRef, useState } from 'preact/hooks';

import { call } from '../../api/call.js';
import { useLoad } from '../../api/use-load.js';
import { language, t } from '../../app/language.js';
import { useShortcuts } from '../../app/shortcuts.js';
import { toast } from '../../app/toasts.js';
import { Button } from '../../components/button.js';
import { Confirm } from '../../components/confirm.js';
import { Note } from '../../components/empty.js';
import { Loading } from '../../components/loading.js';
import { Age } from '../../components/time.js';
import type { YamlEditor } from '../../editor/yaml-editor.js';
import { DraftState, isOthers } from './draft-state.js';
import { EditorPanes } from './editor-panes.js';
import { MergeDialog } from './merge-dialog.js';
import { PublishDialog } from './publish-dialog.js';
import { exportAddress } from './service-actions.js';
import { ServicePage } from './service-page.js';
import { openService, useDraft, type DraftKeeping, type Opened } from './use-draft.js';

/** The definition of a service as a text and as a form. */
export function EditorScreen({ parts: { name = '' } }: { readonly parts: Readonly<Record<string, string>> }) {
  const opened = useLoad((signal) => openService(name, signal), [name]);
  const schema = useLoad((signal) => call('GET /schemas/{file}', { path: { file: 'definition.json' }, signal }), []);
  if (opened.data === undefined || schema.data === undefined) {
    return (
      <ServicePage name={name} isWide>
        <Loading of={opened}>{() => <Loading of={schema}>{() => null}</Loading>}</Loading>
      </ServicePage>
    );
  }
  const { service } = opened.data;
  const key = `${service.details?.version?.id ?? 0}`;
  return <Editing key={key} name={name} opened={opened.data} schema={schema.data} onPublished={opened.reload} />;
}

interface EditingProps {
  readonly name: string;
  readonly opened: Opened;
  readonly schema: unknown;
  readonly onPublished: () => void;
}

function Editing({ name, opened, schema, onPublished }: EditingProps) {
  const keeping = useDraft(name, opened);
  const editor = useRef<YamlEditor>(undefined);
  const [text, setText] = useState(opened.text);
  const [open, setOpen] = useState<'publish' | 'merge' | 'discard'>();
  const [hasForm, setHasForm] = useState(true);
  const isChanged = text !== opened.service.definition;
  const publish = () => setOpen('publish');
  useShortcuts(useMemo(() => [{ keys: 'Ctrl+Enter', text: t('Publish'), run: publish }], [language.value]));
  const change = (next: string) => {
    setText(next);
    keeping.change(next);
  };
  const discard = async () => {
    const { definition, details } = opened.service;
    await keeping.discard(definition, details?.version?.id ?? 1);
    // A step of the editor, which can be undone; it is no new draft.
    editor.current?.setText(definition);
    keeping.forget();
    toast(t('The draft was discarded'));
  };
  return (
    <ServicePage
      name={name}
      service={opened.service}
      isWide
      actions={
        <>
          <DraftState keeping={keeping} isChanged={isChanged} />
          <Button pressed={hasForm} onClick={() => setHasForm(!hasForm)}>
            {t('Form')}
          </Button>
          <Button icon="download" label={t('Export')} href={exportAddress(name)} download={`${name}.yml`} />
          {isChanged && !isOthers(keeping) && <Button onClick={() => setOpen('discard')}>{t('Discard …')}</Button>}
          <Button kind="primary" disabled={!isChanged} onClick={publish}>
            {t('Publish …')}
          </Button>
        </>
      }
    >
      <ServiceNotes
        opened={opened}
        isChanged={isChanged}
        keeping={keeping}
        onMerge={() => setOpen('merge')}
        onEnabled={onPublished}
      />
      <EditorPanes
        name={name}
        begin={opened.text}
        schema={schema}
        text={text}
        editor={editor}
        hasForm={hasForm}
        onForm={setHasForm}
        onChange={change}
      />
      {open === 'publish' && (
        <PublishDialog
          name={name}
          text={text}
          base={keeping.base}
          onClose={() => setOpen(undefined)}
          onConflict={() => setOpen('merge')}
          onPublished={() => {
            keeping.forget();
            setOpen(undefined);
            onPublished();
          }}
        />
      )}
      {open === 'discard' && <DiscardDialog onDiscard={discard} onClose={() => setOpen(undefined)} />}
      {open === 'merge' && (
        <MergeDialog
          name={name}
          mine={text}
          theirDraft={keeping.theirs}
          onClose={() => setOpen(undefined)}
          onMerged={(merged, revision, base) => {
            editor.current?.setText(merged);
            keeping.settle(merged, revision ?? keeping.draft?.revision ?? null, base);
            setOpen(undefined);
          }}
        />
      )}
    </ServicePage>
  );
}

function DiscardDialog(props: { readonly onDiscard: () => Promise<void>; readonly onClose: () => void }) {
  return (
    <Confirm title={t('Discard your draft?')} action={t('Discard')} onConfirm={props.onDiscard} onClose={props.onClose}>
      <p>
        {t('The text goes back to what is published. Undo in the editor brings yours back, until you leave the page.')}
      </p>
    </Confirm>
  );
}

interface ServiceNotesProps {
  readonly opened: Opened;
  readonly isChanged: boolean;
  readonly keeping: DraftKeeping;
  readonly onMerge: () => void;
  readonly onEnabled: () => void;
}

/** What somebody should know before editing. */
function ServiceNotes({ opened: { service, base }, isChanged, keeping, onMerge, onEnabled }: ServiceNotesProps) {
  const current = service.details?.version?.id;
  const enable = async () => {
    const { name } = service;
    await call('PATCH /services/{name}', { path: { name }, body: { base: current ?? 1, enabled: true } });
    toast(t('{name} is served', { name }));
    onEnabled();
  };
  const { draft, theirs, state } = keeping;
  const merge = <Button onClick={onMerge}>{t('Compare and merge')}</Button>;
  return (
    <>
      {service.state === 'disabled' && (
        <Note tone="warn" action={<Button onClick={enable}>{t('Enable')}</Button>}>
          {t('It is disabled: whoever calls it gets an error.')}
        </Note>
      )}
      {service.reason !== undefined && (
        <Note tone="bad">
          {isChanged && t('What is published:')} {service.reason}
          {service.details?.lastGoodVersion !== undefined &&
            ` ${t('Version {id} still serves.', { id: String(service.details.lastGoodVersion) })}`}
        </Note>
      )}
      {service.drift !== undefined && <Note tone="warn">{service.drift}</Note>}
      {state === 'conflict' && (
        <Note tone="warn" action={merge}>
          {theirs === undefined
            ? t('Somebody has discarded this draft meanwhile. Yours is kept in this browser.')
            : t('{author} has saved another draft meanwhile. Yours is kept in this browser.', {
                author: theirs.author,
              })}
        </Note>
      )}
      {draft !== undefined && isOthers(keeping) && state !== 'conflict' && (
        <Note>
          {t('You see the draft of {author}.', { author: draft.author })} <Age of={draft.changedAt} />
        </Note>
      )}
      {current !== undefined && base !== current && (
        <Note tone="warn" action={merge}>
          {t('This draft was made from version {base}, and version {current} has been published since.', {
            base: String(base),
            current: String(current),
          })}
        </Note>
      )}
    </>
  );
}
