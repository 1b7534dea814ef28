import { useState } from 'preact/hooks';

import '../../styles/entries.css';
import { call } from '../../api/call.js';
import { useLoad } from '../../api/use-load.js';
import { count, t } from '../../app/language.js';
import { navigate } from '../../app/location.js';
import { toast } from '../../app/toasts.js';
import { Button } from '../../components/button.js';
import { ChooseFile } from '../../components/choose-file.js';
import { Note } from '../../components/empty.js';
import { TextField } from '../../components/field.js';
import { Loading } from '../../components/loading.js';
import { Card, Page } from '../../components/page.js';
import { DiagnosticList } from '../services/diagnostic-list.js';
import { useDrop } from '../services/dropped-file.js';

/** A catalogue file: first what it would change, then the change. */
export function CatalogueFileScreen() {
  const [text, setText] = useState<string>();
  const read = async (file: File) => setText(await file.text());
  useDrop(read);
  return (
    <Page title={t('Apply a file')} back={{ href: '/catalogue', text: t('Catalogue') }}>
      {text === undefined ? (
        <ChooseFile
          title={t('Drop a catalogue here')}
          text={t(
            'A file as the export writes it. You see what it would change before anything is saved. Entries that it does not name stay as they are.',
          )}
          onFile={read}
        />
      ) : (
        <Report key={text} text={text} onOther={() => setText(undefined)} />
      )}
    </Page>
  );
}

function Report({ text, onOther }: { readonly text: string; readonly onOther: () => void }) {
  const [comment, setComment] = useState('');
  const report = useLoad((signal) => call('POST /catalogue-file/diff', { body: { catalogue: text }, signal }), [text]);
  const apply = async () => {
    const body = { catalogue: text, comment };
    const { changes } = await call('POST /catalogue-file/apply', { body });
    toast(count(changes.length, '{number} change was made', '{number} changes were made'));
    navigate('/catalogue');
  };
  return (
    <Loading of={report}>
      {({ isApplicable, diagnostics, changes }) => (
        <>
          {diagnostics.length > 0 && <DiagnosticList diagnostics={diagnostics} />}
          {isApplicable && changes.length === 0 && (
            <Note tone="good">{t('The catalogue already has everything in this file.')}</Note>
          )}
          {changes.length > 0 && <Changes changes={changes} />}
          <div class="row end">
            {changes.length > 0 && (
              <div class="grow">
                <TextField label={t('Why, for the audit log')} value={comment} onChange={setComment} />
              </div>
            )}
            <Button onClick={onOther} text={t('Another file')} />
            {changes.length > 0 && <Button kind="primary" onClick={apply} text={t('Apply')} />}
          </div>
        </>
      )}
    </Loading>
  );
}

/** Sentences that are shown; a file may have thousands. */
const MOST = 200;

function Changes({ changes }: { readonly changes: readonly string[] }) {
  return (
    <Card title={count(changes.length, '{number} change', '{number} changes')}>
      <ul class="lines">
        {changes.slice(0, MOST).map((change) => (
          <li key={change} class="break">
            {change}
          </li>
        ))}
      </ul>
      {changes.length > MOST && <p class="faint">{t('and {number} more', { number: changes.length - MOST })}</p>}
    </Card>
  );
}
