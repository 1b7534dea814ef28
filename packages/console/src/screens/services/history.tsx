import { useState } from 'preact/hooks';

import type { Version } from '../../api/admin-api.js';
import { call } from '../../api/call.js';
import { useAnswer } from '../../api/use-load.js';
import { joinFacts } from '../../app/format-value.js';
import { actionText, formatTime, t } from '../../app/language.js';
import { queryNumber, setQuery } from '../../app/location.js';
import { toast, toastWarnings } from '../../app/toasts.js';
import { Badge } from '../../components/badge.js';
import { Button } from '../../components/button.js';
import { Code, Patch } from '../../components/code.js';
import { FormDialog } from '../../components/form-dialog.js';
import { openDialog } from '../../components/dialog.js';
import { Note } from '../../components/note.js';
import { CommentField, Picker } from '../../components/field.js';
import { Loading } from '../../components/loading.js';
import { Pager } from '../../components/list-screen.js';
import { Age } from '../../components/time.js';
import { ChangeList } from './change-list.js';
import { receiveVersion } from './own-changes.js';
import { ServicePage, useService } from './service-page.js';
import { versionName } from './version-name.js';

export function HistoryScreen({ parts: { name = '' } }: { readonly parts: Readonly<Record<string, string>> }) {
  const before = queryNumber('before');
  const service = useService(name);
  const versions = useAnswer('GET /services/{name}/versions', { path: { name }, query: { before } });
  const chosen = queryNumber('version') ?? versions.data?.items[0]?.id ?? 0;
  const current = service.data?.details?.version?.id ?? 0;
  const reload = () => {
    service.reload();
    versions.reload();
    setQuery({ version: undefined });
  };
  return (
    <ServicePage name={name} service={service.data} onChanged={reload}>
      <Loading of={versions}>
        {({ items, next }) => (
          <div class="split">
            <div class="stack tight">
              <ol class="versions" aria-label={t('Versions')}>
                {items.map((version) => (
                  <VersionLine
                    key={version.id}
                    version={version}
                    isChosen={version.id === chosen}
                    isCurrent={version.id === current}
                  />
                ))}
              </ol>
              <Pager by="before" next={next} />
            </div>
            {chosen > 0 && current > 0 && (
              <VersionDetails key={chosen} name={name} id={chosen} current={current} versions={items} onBack={reload} />
            )}
          </div>
        )}
      </Loading>
    </ServicePage>
  );
}

interface VersionLineProps {
  readonly version: Version;
  readonly isChosen: boolean;
  readonly isCurrent: boolean;
}

function VersionLine({ version, isChosen, isCurrent }: VersionLineProps) {
  const { id, number, time, author, action, comment } = version;
  return (
    <li>
      <button
        type="button"
        class="version"
        aria-pressed={isChosen}
        onClick={() => setQuery({ version: String(id) }, { replace: false })}
      >
        <span class="row">
          <strong>{t('Version {id}', { id: String(number) })}</strong>
          {isCurrent && <Badge tone="good">{t('Current')}</Badge>}
          <span class="grow" />
          <span class="faint">
            <Age of={time} />
          </span>
        </span>
        <span class="break">{comment === '' ? actionText(action) : comment}</span>
        <span class="faint break">{author}</span>
      </button>
    </li>
  );
}

interface VersionDetailsProps {
  readonly name: string;
  readonly id: number;
  readonly current: number;
  readonly versions: readonly Version[];
  readonly onBack: () => void;
}

function VersionDetails({ name, id, current, versions, onBack }: VersionDetailsProps) {
  const previous = versions.find((each) => each.id < id)?.id;
  const [against, setAgainst] = useState(String(previous ?? ''));
  const version = useAnswer('GET /services/{name}/versions/{id}', { path: { name, id: String(id) } });
  const choices = [
    { value: '', text: t('The whole definition') },
    ...versions
      .filter((each) => each.id !== id)
      .map((each) => ({ value: String(each.id), text: t('Compared with version {id}', { id: versionName(each) }) })),
  ];
  const chosen = versions.find((each) => each.id === id) ?? version.data;
  const title = t('Version {id}', { id: String(chosen?.number ?? '') });
  return (
    <section class="stack grow" aria-label={title}>
      <div class="row">
        <h2 class="grow">{title}</h2>
        <Picker label={t('Show')} value={against} choices={choices} onChange={setAgainst} />
        {id !== current && chosen !== undefined && (
          <Button
            needs="publish"
            icon="history"
            onClick={() =>
              openDialog((close) => (
                <RollBack name={name} to={chosen} current={current} onClose={close} onDone={onBack} />
              ))
            }
            text={t('Roll back to it')}
          />
        )}
      </div>
      <Loading of={version}>
        {(found) => (
          <>
            <p class="quiet break">{joinFacts(formatTime(found.time), found.author, actionText(found.action))}</p>
            {against === '' ? (
              <Code text={found.definition} label={t('Definition')} tall />
            ) : (
              <VersionDifference name={name} from={Number(against)} to={id} />
            )}
          </>
        )}
      </Loading>
    </section>
  );
}

function VersionDifference({ name, from, to }: { readonly name: string; readonly from: number; readonly to: number }) {
  const diff = useAnswer('POST /services/{name}/impact', { path: { name }, body: { from, to } });
  return (
    <Loading of={diff}>
      {(found) => (
        <>
          <ChangeList {...found} />
          {found.patch !== null && <Patch text={found.patch} />}
        </>
      )}
    </Loading>
  );
}

interface RollBackProps {
  readonly name: string;
  readonly to: Version;
  readonly current: number;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

function RollBack({ name, to: { id, number, time, author, comment: why }, current, onClose, onDone }: RollBackProps) {
  const version = String(number);
  const [comment, setComment] = useState('');
  const draft = useAnswer('GET /services/{name}/draft', { path: { name } });
  const run = async () => {
    const reason = comment === '' ? t('Back to version {id}', { id: version }) : comment;
    const body = { version: id, base: current, comment: reason };
    toastWarnings(await receiveVersion(call('POST /services/{name}/rollback', { path: { name }, body })));
    toast(t('Version {id} is published again', { id: version }));
    onDone();
  };
  return (
    <FormDialog
      title={t('Roll back to version {id}?', { id: version })}
      action={t('Roll back')}
      kind="danger"
      onSubmit={run}
      onClose={onClose}
    >
      <p class="quiet">{joinFacts(formatTime(time), author, why)}</p>
      {draft.data != null && (
        <Note tone="warn">
          {t('The draft of {author} stays. It was written for the current version: compare before you publish it.', {
            author: draft.data.author,
          })}
        </Note>
      )}
      <CommentField value={comment} onChange={setComment} />
      <p>{t('It becomes the next version; nothing is lost. This changes for clients:')}</p>
      <VersionDifference name={name} from={current} to={id} />
    </FormDialog>
  );
}
