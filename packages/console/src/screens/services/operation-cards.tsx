import { useContext, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';

import type { OperationType, ServiceOperation } from '../../api/admin-api.js';
import { useAnswer } from '../../api/use-load.js';
import { count, formatMoment, formatNumber, serverText, t } from '../../app/language.js';
import { BASE, query, toService } from '../../app/location.js';
import { openDialogs } from '../../app/toasts.js';
import { Badge } from '../../components/badge.js';
import { Button } from '../../components/button.js';
import { openDialog } from '../../components/dialog.js';
import { Empty } from '../../components/empty.js';
import { FormDialog, NameDialog } from '../../components/form-dialog.js';
import { PickedMembers } from '../../components/schema-form.js';
import { FormWords } from '../../components/schema-members.js';
import { asSchema, getAt, toFieldText, type Path, type Schema } from '../../components/schema.js';
import { Age } from '../../components/time.js';
import type { Edit } from './change-text.js';
import { wordCounted } from './counted-words.js';
import { OperationChoice } from './operation-choice.js';

const OPERATIONS = ['Provider', 'Operation'];
const ROUTES = ['Provider', 'Transport', 'Config', 'RouteOperationMapping'];
const TOOLS = ['Gateway', 'MCP', 'Operations'];

interface OperationCardsProps {
  readonly service: string;
  readonly schema: Schema;
  readonly values: unknown;
  readonly onChange: (edits: readonly Edit[]) => void;
}

/** The operations of a definition, one row each, and what belongs to one when it is opened. */
export function OperationCards(props: OperationCardsProps) {
  const { service, values, onChange } = props;
  const { place = [] } = useContext(FormWords);
  const cards = useRef<HTMLDivElement>(null);
  const asked = query.value.get('operation') ?? undefined;
  const [opened, setOpened] = useState(asked);
  const [added, setAdded] = useState(asked);
  const types = useAnswer('GET /operations').data?.items ?? [];
  const served = useAnswer('GET /services/{name}/operations', { path: { name: service } }).data?.items;
  const names = Object.keys(asSchema(getAt(values, OPERATIONS)));
  const isAt = (path: Path) => path.every((part, index) => part === place[index]);
  const atCursor = names.find((name) => isAt([...OPERATIONS, name]) || isAt([...ROUTES, name]));
  useLayoutEffect(() => setOpened((was) => atCursor ?? was), [atCursor]);
  const isCovered = openDialogs.value > 0;
  // After the dialog has closed and returned the focus, and the card is there.
  useLayoutEffect(() => {
    const first = cards.current?.querySelector<HTMLElement>('[open] input');
    if (added === undefined || isCovered || !first) return;
    first.focus();
    setAdded(undefined);
  });
  const add = (chosen: ReadonlySet<string>) => {
    const additional = additions(values, [...chosen], types);
    onChange(additional.flatMap(({ edits }) => edits));
    setOpened(additional[0]?.name);
    setAdded(additional[0]?.name);
  };
  return (
    <div ref={cards} class="stack tight">
      {names.length === 0 && <Empty icon="operations" title={t('No operations yet')} />}
      {names.map((name) => (
        <OperationCard
          key={name}
          {...props}
          name={name}
          operation={types.find(({ type }) => type === toFieldText(getAt(values, [...OPERATIONS, name, 'Type'])))}
          served={served?.find((each) => each.name === name)}
          isOpen={opened === name}
          onToggle={(is) => setOpened((was) => (is ? name : was === name ? undefined : was))}
          onRename={(to) => {
            onChange(renaming(values, name, to));
            setOpened(to);
          }}
        />
      ))}
      <div>
        <Button
          needs="publish"
          icon="plus"
          disabled={types.length === 0}
          onClick={() => openDialog((close) => <AddDialog all={types} onAdd={add} onClose={close} />)}
          text={t('Add operations')}
        />
      </div>
    </div>
  );
}

interface OperationCardProps extends OperationCardsProps {
  readonly name: string;
  readonly operation: OperationType | undefined;
  /** As it is published. */
  readonly served: ServiceOperation | undefined;
  readonly isOpen: boolean;
  readonly onToggle: (isOpen: boolean) => void;
  readonly onRename: (name: string) => void;
}

function OperationCard({ name, isOpen, onToggle, onRename, ...rest }: OperationCardProps) {
  const { service, schema, values, operation, served, onChange } = rest;
  const own = [...OPERATIONS, name];
  const route = [...ROUTES, name];
  const paths = useMemo(() => {
    const keys = ['Type', ...Object.keys(operation?.options ?? {}), 'Description', 'Timeout'];
    return [...['Route', 'RequestMethod'].map((key) => [...route, key]), ...keys.map((key) => [...own, key])];
  }, [name, operation]);
  // What is not published yet is in the draft only.
  const target = { operation: name, ...(served === undefined ? { draft: '1' } : {}) };
  const links = [
    ['mapping', t('Mapping of requests'), toService(service, 'mapping', { ...target, side: 'inbound' })],
    ['mapping', t('Mapping of answers'), toService(service, 'mapping', { ...target, side: 'outbound' })],
    ['play', t('Try it'), toService(service, 'try', target)],
    ['log', t('Debug log'), toService(service, 'log', { operation: name })],
  ] as const;
  const rename = () =>
    openDialog((close) => (
      <NameDialog
        title={t('Rename {name}', { name })}
        action={t('Rename')}
        name={name}
        taken={Object.keys(asSchema(getAt(values, OPERATIONS)))}
        hint={t('Requests over SOAP and the debug log use it. Its route stays.')}
        onName={onRename}
        onClose={close}
      />
    ));
  const remove = () =>
    onChange([own, route].filter((path) => getAt(values, path) !== undefined).map((path) => [path, undefined]));
  return (
    <details
      class="operation-card"
      data-path={JSON.stringify(own)}
      open={isOpen}
      onToggle={(event) => onToggle(event.currentTarget.open)}
    >
      <summary>
        <OperationRow name={name} values={values} served={served} />
      </summary>
      {isOpen && (
        <div class="stack">
          {operation !== undefined && <p class="quiet">{serverText(operation.summary)}</p>}
          <PickedMembers
            schema={schema}
            value={values}
            paths={paths}
            onChange={(path, value) => onChange([[path, value]])}
          />
          <div class="row">
            {links.map(([icon, words, to]) => (
              <Button key={words} icon={icon} href={BASE + to} text={words} />
            ))}
            <Button needs="publish" onClick={rename} text={t('Rename …')} />
            <Button needs="publish" icon="close" onClick={remove} text={t('Remove')} />
          </div>
        </div>
      )}
    </details>
  );
}

function OperationRow({ name, values, served }: Pick<OperationCardProps, 'name' | 'values' | 'served'>) {
  const { Route: route, RequestMethod: methods } = asSchema(getAt(values, [...ROUTES, name]));
  const readField = (...path: Path) => toFieldText(getAt(values, [...OPERATIONS, name, ...path]));
  const isRest = getAt(values, ['Provider', 'Transport', 'Type']) === 'HTTP::REST';
  const kinds = [
    [t('in'), readField('MappingInbound', 'Type')],
    [t('out'), readField('MappingOutbound', 'Type')],
  ].flatMap(([side, kind]) => (kind === '' ? [] : [`${side}: ${kind}`]));
  return (
    <span class="operation-row">
      <strong class="break">{name}</strong>
      <span class="break mono">
        {isRest && <span class="method">{Array.isArray(methods) ? methods.join(' ') : t('all methods')}</span>}{' '}
        {isRest && (toFieldText(route) === '' ? <Badge tone="bad">{t('no route')}</Badge> : toFieldText(route))}
      </span>
      <span class="hint">
        {readField('Type')}
        {kinds.length > 0 && ` · ${t('Mapping {kinds}', { kinds: kinds.join(', ') })}`}
      </span>
      {served !== undefined && <Usage {...served.usage} />}
    </span>
  );
}

function Usage({ requests, failed, last, since }: ServiceOperation['usage']) {
  if (last === null) return <span class="hint">{t('no calls since {time}', { time: formatMoment(since) })}</span>;
  const share = requests === 0 ? 0 : (100 * failed) / requests;
  return (
    <span class="hint">
      <Age of={last} /> · {wordCounted(count(requests, '{number} call', '{number} calls'), since)}
      {failed > 0 && ' · '}
      {failed > 0 && (
        <span class="has-failures">{t('{share} % failed', { share: formatNumber(share, share < 10 ? 1 : 0) })}</span>
      )}
    </span>
  );
}

interface AddDialogProps {
  readonly all: readonly OperationType[];
  readonly onAdd: (chosen: ReadonlySet<string>) => void;
  readonly onClose: () => void;
}

function AddDialog({ all, onAdd, onClose }: AddDialogProps) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  return (
    <FormDialog
      title={t('Add operations')}
      action={t('Add')}
      disabled={chosen.size === 0}
      onSubmit={async () => onAdd(chosen)}
      onClose={onClose}
    >
      <OperationChoice all={all} value={chosen} onChange={setChosen} />
    </FormDialog>
  );
}

/** Edits that add operations of these types, each under a free name, with a route. */
function additions(values: unknown, types: readonly string[], all: readonly OperationType[]) {
  const taken = new Set([OPERATIONS, ROUTES].flatMap((path) => Object.keys(asSchema(getAt(values, path)))));
  const isRest = getAt(values, ['Provider', 'Transport', 'Type']) === 'HTTP::REST';
  return types.map((type) => {
    const plain = type.replace(/.*::/, '');
    let name = plain;
    for (let number = 2; taken.has(name); number += 1) name = `${plain}${number}`;
    taken.add(name);
    const isReading = all.find((each) => each.type === type)?.effect === 'reads';
    const route = { Route: `/${name}`, RequestMethod: isReading ? ['GET', 'POST'] : ['POST'] };
    const edits: readonly Edit[] = [
      [[...OPERATIONS, name], { Type: type }],
      ...(isRest ? ([[[...ROUTES, name], route]] as const) : []),
    ];
    return { name, edits };
  });
}

/** Edits that rename an operation wherever the definition names it. */
function renaming(values: unknown, name: string, to: string): readonly Edit[] {
  const places = [OPERATIONS, ROUTES].map((path) => [...path, name]);
  const tools = getAt(values, TOOLS);
  return [
    ...places.filter((path) => getAt(values, path) !== undefined).map((path) => ({ path, name: to })),
    ...(Array.isArray(tools) && tools.includes(name) ? [[[...TOOLS, tools.indexOf(name)], to] as const] : []),
  ];
}
