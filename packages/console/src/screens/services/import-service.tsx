import { useState } from 'preact/hooks';

import type { PostCheckAnswer, PostServicesNameImpactAnswer, ServedPart } from '../../api/admin-api.js';
import { call } from '../../api/call.js';
import { useLoad } from '../../api/use-load.js';
import { count, t } from '../../app/language.js';
import { navigate, toService } from '../../app/location.js';
import { attempt, toast, toastWarnings } from '../../app/toasts.js';
import { Badge, type Tone } from '../../components/badge.js';
import { Button } from '../../components/button.js';
import { ask } from '../../components/form-dialog.js';
import { Note } from '../../components/note.js';
import { CheckField, TextField } from '../../components/field.js';
import { Loading } from '../../components/loading.js';
import { Card, Page } from '../../components/page.js';
import { Table, type Column } from '../../components/table.js';
import { Words } from '../../components/words.js';
import { ChangeList } from './change-list.js';
import { DiagnosticList } from './diagnostic-list.js';
import { receiveDraft, receiveVersion } from './own-changes.js';
import { findBase } from './service-list.js';

/** Definitions that are shipped, by their files. */
const EXAMPLES = import.meta.glob<string>(
  ['../../../../../config/webservices/*.yml', '../../../../../examples/connectors/{Bugzilla,Jira,OTOBO}.yml'],
  { query: '?raw', import: 'default' },
);

function cutName(path: string): string {
  return path.replace(/^.*\/|\.yml$/g, '');
}

interface ChosenFile {
  /** Without its ending. */
  readonly name: string;
  readonly text: string;
}

/** A definition of another system: first the report, then the import. */
export function ImportScreen() {
  const [file, setFile] = useState<ChosenFile>();
  const read = async (chosen: File) =>
    setFile({ name: chosen.name.replace(/\.ya?ml$/i, ''), text: await chosen.text() });
  return (
    <Page title={t('Import a service')} back={{ href: '/', text: t('Services') }}>
      {file === undefined ? (
        <>
          <Card title={t('Choose a file')}>
            <p>
              {t(
                'An export of OTOBO, Znuny or OTRS, or a definition of Ticketgate. You see what of it runs here before anything is saved.',
              )}
            </p>
            <input
              type="file"
              accept=".yml,.yaml"
              aria-label={t('Choose a file')}
              onChange={({ currentTarget: { files } }) => {
                const chosen = files?.[0];
                if (chosen !== undefined) void attempt(() => read(chosen));
              }}
            />
          </Card>
          <Card title={t('Or begin with an example')}>
            <div class="row">
              {Object.entries(EXAMPLES).map(([path, load]) => (
                <Button
                  key={path}
                  onClick={async () => setFile({ name: cutName(path), text: await load() })}
                  text={cutName(path)}
                />
              ))}
            </div>
          </Card>
        </>
      ) : (
        <Report key={file.text} file={file} onOther={() => setFile(undefined)} />
      )}
    </Page>
  );
}

function Report({ file, onOther }: { readonly file: ChosenFile; readonly onOther: () => void }) {
  const [name, setName] = useState(file.name);
  const report = useLoad(
    async (signal) => {
      const body = { definition: file.text };
      const impact = await call('POST /services/{name}/impact', { path: { name }, body, signal });
      const { parts } = await call('POST /check', { body: { name, ...body }, signal });
      return { ...impact, parts };
    },
    [name, file],
  );
  return (
    <>
      <div class="row end">
        <div class="grow">
          <TextField label={t('Name of the service')} value={name} onChange={setName} />
        </div>
        <Button onClick={onOther} text={t('Another file')} />
      </div>
      <Loading of={report}>{(found) => <Reported name={name} text={file.text} report={found} />}</Loading>
    </>
  );
}

/** A service that is new begins with nothing, disabled: what is imported is its draft. */
async function openDraft(name: string, definition: string, isNew: boolean): Promise<void> {
  const path = { name };
  if (isNew) {
    const empty = await call('POST /operations/definition', { body: { operations: [] } });
    await call('POST /services', { body: { name, ...empty, enabled: false, comment: t('For an imported draft') } });
  }
  const [service, draft] = await Promise.all([
    call('GET /services/{name}', { path }),
    call('GET /services/{name}/draft', { path }),
  ]);
  const body = { definition, base: findBase(service), revision: draft?.revision ?? null };
  await receiveDraft(name, call('PUT /services/{name}/draft', { path, body }));
  navigate(toService(name));
}

interface ReportedProps {
  readonly name: string;
  readonly text: string;
  readonly report: PostServicesNameImpactAnswer & Pick<PostCheckAnswer, 'parts'>;
}

function Reported({ name, text, report }: ReportedProps) {
  const [isForced, setForced] = useState(false);
  const { parts, exists, isPublishable, diagnostics } = report;
  // The notes of the parts have the others.
  const others = diagnostics.filter(({ message }) => !parts.some(({ notes }) => notes.join(' ').includes(message)));
  const notServed = parts.filter(({ verdict }) => verdict === 'not served').map(({ part }) => part);
  const save = async () => {
    const body = { definition: text, force: isForced, comment: t('Imported in the browser') };
    const publishOver = async () => {
      const path = { name };
      const base = findBase(await call('GET /services/{name}', { path }));
      return receiveVersion(call('POST /services/{name}/publish', { path, body: { ...body, base } }));
    };
    toastWarnings(await (exists ? publishOver() : call('POST /services', { body: { name, ...body } })), diagnostics);
    toast(t('{name} was imported', { name }));
    navigate(toService(name));
  };
  const askFirst = () =>
    ask({
      title: t('Publish although parts are not served?'),
      text: t('Clients that call these get an error: {parts}.', { parts: notServed.join(', ') }),
      action: t('Publish'),
      kind: 'primary',
      onSubmit: save,
    });
  if (diagnostics.some(({ code }) => code === 'yaml-syntax')) {
    return (
      <>
        <Note tone="bad">{t('This file cannot be read as a definition. Correct it, or choose another one.')}</Note>
        <DiagnosticList diagnostics={diagnostics} />
      </>
    );
  }
  return (
    <>
      <Verdict report={report} notServed={notServed.length} />
      <Table label={t('Parts of the definition')} rows={parts} pickKey={({ part }) => part} columns={showParts()} />
      {others.length > 0 && <DiagnosticList diagnostics={others} />}
      {exists && <ChangeList {...report} />}
      {diagnostics.some((each) => each.breaks !== undefined) && (
        <CheckField label={t('Import although it breaks what works now')} checked={isForced} onChange={setForced} />
      )}
      <div class="row">
        <Button
          kind={exists ? 'plain' : 'primary'}
          disabled={!isPublishable && !isForced}
          onClick={notServed.length === 0 ? save : askFirst}
          text={exists ? t('Publish as the next version') : t('Import and publish')}
        />
        <Button
          kind={exists ? 'primary' : 'plain'}
          onClick={() => openDraft(name, text, !exists)}
          text={t('Open as a draft')}
        />
      </div>
    </>
  );
}

function Verdict({
  report: { exists, isPublishable },
  notServed,
}: Pick<ReportedProps, 'report'> & { readonly notServed: number }) {
  return (
    <>
      {exists && <Note tone="warn">{t('There is a service of this name. The import becomes its next version.')}</Note>}
      {isPublishable && notServed === 0 && <Note tone="good">{t('Everything in this definition runs here.')}</Note>}
      {notServed > 0 && (
        <Note tone="warn">
          {count(notServed, '{number} part is kept but not served.', '{number} parts are kept but not served.')}
        </Note>
      )}
    </>
  );
}

function showParts(): readonly Column<ServedPart>[] {
  const verdicts: Readonly<Record<ServedPart['verdict'], readonly [Tone, string]>> = {
    'as it is': ['good', t('As it is')],
    'with a note': ['warn', t('With a note')],
    'not served': ['bad', t('Not served')],
  };
  return [
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
    { title: t('Runs here'), cell: ({ verdict }) => <Badge tone={verdicts[verdict][0]}>{verdicts[verdict][1]}</Badge> },
  ];
}
