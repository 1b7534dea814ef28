import { useEffect, useState } from 'preact/hooks';

import type { PostServicesImportAnswer, ServedPart } from '../../api/admin-api.js';
import { call } from '../../api/call.js';
import { useLoad } from '../../api/use-load.js';
import { count, t } from '../../app/language.js';
import { navigate, servicePath } from '../../app/location.js';
import { toast } from '../../app/toasts.js';
import { Badge, type Tone } from '../../components/badge.js';
import { Button } from '../../components/button.js';
import { ChooseFile } from '../../components/choose-file.js';
import { Confirm } from '../../components/confirm.js';
import { Note } from '../../components/empty.js';
import { CheckField, TextField } from '../../components/field.js';
import { Loading } from '../../components/loading.js';
import { Page } from '../../components/page.js';
import { Table } from '../../components/table.js';
import { Words } from '../../components/words.js';
import { ChangeList } from './change-list.js';
import { DiagnosticList } from './diagnostic-list.js';
import { readDefinitionFile, takeDropped, useDrop, type DroppedFile } from './dropped-file.js';

/** A definition of another system: first the report, then the import. */
export function ImportScreen() {
  const [file, setFile] = useState<DroppedFile | undefined>(takeDropped);
  const isOver = useDrop();
  useEffect(() => {
    const dropped = takeDropped();
    if (dropped !== undefined) setFile(dropped);
  }, [isOver]);
  return (
    <Page title={t('Import a service')} back={{ href: '/', text: t('Services') }}>
      {file === undefined ? (
        <ChooseFile
          title={t('Drop a YAML file here')}
          text={t(
            'An export of OTOBO, Znuny or OTRS, or a definition of Ticketgate. You see what of it runs here before anything is saved.',
          )}
          onFile={(chosen) => void readDefinitionFile(chosen).then(setFile)}
        />
      ) : (
        <Report key={file.text} file={file} onOther={() => setFile(undefined)} />
      )}
    </Page>
  );
}

interface ReportProps {
  readonly file: DroppedFile;
  readonly onOther: () => void;
}

function Report({ file, onOther }: ReportProps) {
  const [name, setName] = useState(file.name);
  const report = useLoad(
    async (signal) => call('POST /services/import', { body: { name, definition: file.text, report: true }, signal }),
    [file, name],
  );
  return (
    <>
      <div class="row end">
        <div class="grow">
          <TextField label={t('Name of the service')} value={name} onChange={setName} />
        </div>
        <Button onClick={onOther}>{t('Another file')}</Button>
      </div>
      <Loading of={report}>{(found) => <Reported name={name} text={file.text} report={found} />}</Loading>
    </>
  );
}

interface ReportedProps {
  readonly name: string;
  readonly text: string;
  readonly report: PostServicesImportAnswer;
}

function Reported({ name, text, report }: ReportedProps) {
  const [isForced, setForced] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const { parts, exists, isPublishable, diagnostics, changes } = report;
  const breaks = diagnostics.some((each) => each.breaks !== undefined);
  // The notes of the parts say the others.
  const others = diagnostics.filter(({ message }) => !parts.some(({ notes }) => notes.join(' ').includes(message)));
  const notServed = parts.filter(({ verdict }) => verdict === 'not served');
  const isReadable = !diagnostics.some(({ code }) => code === 'yaml-syntax');
  const openDraft = async () => {
    const [service, draft] = await Promise.all([
      call('GET /services/{name}', { path: { name } }),
      call('GET /services/{name}/draft', { path: { name } }),
    ]);
    const body = { definition: text, base: service.details?.version?.id ?? 1, revision: draft?.revision ?? null };
    await call('PUT /services/{name}/draft', { path: { name }, body });
    navigate(servicePath(name));
  };
  const save = async () => {
    const base = exists ? (await call('GET /services/{name}', { path: { name } })).details?.version?.id : undefined;
    const body = { name, definition: text, report: false, force: isForced, comment: t('Imported in the browser') };
    await call('POST /services/import', { body: { ...body, base } });
    toast(t('{name} was imported', { name }));
    navigate(servicePath(name));
  };
  if (!isReadable) {
    return (
      <>
        <Note tone="bad">{t('This file cannot be read as a definition. Correct it, or choose another one.')}</Note>
        <DiagnosticList diagnostics={diagnostics} />
      </>
    );
  }
  const isComplete = notServed.length === 0;
  return (
    <>
      {exists && <Note tone="warn">{t('There is a service of this name. The import becomes its next version.')}</Note>}
      {isPublishable && isComplete && <Note tone="good">{t('Everything in this definition runs here.')}</Note>}
      {!isComplete && (
        <Note tone="warn">
          {count(notServed.length, '{number} part is kept but not served.', '{number} parts are kept but not served.')}
        </Note>
      )}
      <PartTable parts={parts} />
      {others.length > 0 && <DiagnosticList diagnostics={others} />}
      {exists && <ChangeList changes={changes} />}
      {breaks && (
        <CheckField label={t('Import although it breaks what works now')} checked={isForced} onChange={setForced} />
      )}
      <div class="row">
        <Button
          kind={exists ? 'plain' : 'primary'}
          disabled={!isPublishable && !isForced}
          onClick={isComplete ? save : () => setAsking(true)}
        >
          {exists ? t('Publish as the next version') : t('Import and publish')}
        </Button>
        {exists && (
          <Button kind="primary" onClick={openDraft}>
            {t('Open as a draft')}
          </Button>
        )}
      </div>
      {isAsking && (
        <Confirm
          title={t('Publish although parts are not served?')}
          action={t('Publish')}
          isHarmless
          onConfirm={save}
          onClose={() => setAsking(false)}
        >
          <p>
            {t('Whoever calls these gets an error: {parts}.', { parts: notServed.map(({ part }) => part).join(', ') })}
          </p>
        </Confirm>
      )}
    </>
  );
}

const TONES: Readonly<Record<string, Tone>> = { 'as it is': 'good', 'with a note': 'warn', 'not served': 'bad' };

function PartTable({ parts }: { readonly parts: readonly ServedPart[] }) {
  const verdicts: Readonly<Record<string, string>> = {
    'as it is': t('As it is'),
    'with a note': t('With a note'),
    'not served': t('Not served'),
  };
  return (
    <Table
      label={t('Parts of the definition')}
      rows={parts}
      keyOf={({ part }) => part}
      columns={[
        {
          title: t('Part'),
          shape: 'fill',
          cell: ({ part, notes }) => (
            <>
              <Words of={part} />
              <span class="hint">{notes.join(' ')}</span>
            </>
          ),
        },
        {
          title: t('Runs here'),
          cell: ({ verdict }) => <Badge tone={TONES[verdict] ?? 'plain'}>{verdicts[verdict] ?? verdict}</Badge>,
        },
      ]}
    />
  );
}
