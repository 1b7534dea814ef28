import { useRef, useState } from 'preact/hooks';

import { useAnswer, useLoad } from '../../api/use-load.js';
import { t } from '../../app/language.js';
import { toast } from '../../app/toasts.js';
import { Button } from '../../components/button.js';
import { ask } from '../../components/form-dialog.js';
import { Loading } from '../../components/loading.js';
import type { YamlEditor } from '../../editor/yaml-editor.js';
import { DraftNotes } from './draft-notes.js';
import { DraftState, isOthers } from './draft-state.js';
import { EditorPanes } from './editor-panes.js';
import { MergeDialog } from './merge-dialog.js';
import { PublishButton } from './publish-dialog.js';
import { findBase } from './service-list.js';
import { ServicePage } from './service-page.js';
import { openService, useEdited, type Opened } from './use-draft.js';

export function EditorScreen({ parts: { name = '' } }: { readonly parts: Readonly<Record<string, string>> }) {
  const opened = useLoad((signal) => openService(name, signal), [name]);
  const schema = useAnswer('GET /schemas/{file}', { path: { file: 'definition.json' } });
  if (opened.data === undefined || schema.data === undefined) {
    return (
      <ServicePage name={name} service={undefined} onChanged={opened.reload}>
        <Loading of={opened}>{() => <Loading of={schema}>{() => null}</Loading>}</Loading>
      </ServicePage>
    );
  }
  const { service, draft } = opened.data;
  const key = `${service.details?.version?.id ?? 0} ${draft?.revision ?? 0}`;
  return <Editing key={key} name={name} opened={opened.data} schema={schema.data} onPublished={opened.reload} />;
}

interface EditingProps {
  readonly name: string;
  readonly opened: Opened;
  readonly schema: unknown;
  readonly onPublished: () => void;
}

function Editing({ name, opened, schema, onPublished }: EditingProps) {
  const edited = useEdited(name, opened);
  const { text, keeping, isChanged } = edited;
  const editor = useRef<YamlEditor>(undefined);
  const [hasForm, setHasForm] = useState(true);
  const [isMerging, setMerging] = useState(false);
  const discard = async () => {
    await keeping.discard(findBase(opened.service));
    // A step of the editor, which can be undone; it is not a new draft.
    editor.current?.setText(opened.service.definition);
    keeping.forget();
    toast(t('The draft was discarded'));
  };
  const askToDiscard = () =>
    ask({
      title: t('Discard your draft?'),
      text: t(
        'The text goes back to what is published. Undo in the editor brings yours back, until you leave the page.',
      ),
      action: t('Discard'),
      onSubmit: discard,
    });
  const merge = () => setMerging(true);
  return (
    <ServicePage
      name={name}
      service={opened.service}
      onChanged={onPublished}
      actions={
        <>
          <DraftState keeping={keeping} isChanged={isChanged} />
          <Button pressed={hasForm} onClick={() => setHasForm(!hasForm)} text={t('Form')} />
          {isChanged && !isOthers(keeping) && <Button needs="publish" onClick={askToDiscard} text={t('Discard …')} />}
          <PublishButton edited={edited} onConflict={merge} onPublished={onPublished} />
        </>
      }
    >
      <DraftNotes opened={opened} isChanged={isChanged} keeping={keeping} onMerge={merge} onEnabled={onPublished} />
      <EditorPanes
        name={name}
        begin={opened.text}
        schema={schema}
        text={text}
        editor={editor}
        hasForm={hasForm}
        onForm={setHasForm}
        onChange={edited.change}
      />
      {isMerging && (
        <MergeDialog
          name={name}
          mine={text}
          theirDraft={keeping.theirs}
          onClose={() => setMerging(false)}
          onMerged={(merged, revision, base) => {
            editor.current?.setText(merged);
            keeping.settle(merged, revision ?? keeping.draft?.revision ?? null, base);
            setMerging(false);
          }}
        />
      )}
    </ServicePage>
  );
}
