import { useCallback, useContext, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';

import { useSettled } from '../../api/use-load.js';
import { language, t } from '../../app/language.js';
import { query, setQuery } from '../../app/location.js';
import { may } from '../../app/may.js';
import { Button } from '../../components/button.js';
import { Note } from '../../components/note.js';
import { FormWords } from '../../components/schema-members.js';
import { PickedMembers, SchemaForm } from '../../components/schema-form.js';
import { asSchema, withMember, type Path } from '../../components/schema.js';
import SETTING_PATHS from './setting-paths.json';
import { OperationCards } from './operation-cards.js';
import { editText, toValues, type Edit } from './change-text.js';

/** What is changed most of a service as a whole. */
const SETTINGS: readonly Path[] = SETTING_PATHS.map((path) => path.split('.'));

/** What the address asks for; it may name a key instead. */
function chooseView(form: string | null): 'operations' | 'settings' | 'keys' {
  if (form === null || form === 'operations') return 'operations';
  return form === 'settings' ? 'settings' : 'keys';
}

interface DefinitionFormProps {
  readonly name: string;
  readonly text: string;
  readonly schema: unknown;
  /** Where the cursor is in the text. */
  readonly place: Path;
  readonly onText: (text: string) => void;
  /** Shows a part in the text; with `true` somebody goes there. */
  readonly onPlace: (path: Path, isGoing?: boolean) => void;
}

/** The definition as a form; what is filled in changes the text, whose comments and order stay. */
export function DefinitionForm({ name, text, schema, place, onText, onPlace }: DefinitionFormProps) {
  const { read, change, changeAll } = useDefinition(text, onText);
  const view = chooseView(query.value.get('form'));
  const section = useRef<HTMLElement>(null);
  const usual = useContext(FormWords);
  const words = useMemo(
    () => ({ ...usual, place, onText: (path: Path) => onPlace(path, true) }),
    [usual, place, onPlace],
  );
  const operations = Object.keys(asSchema(asSchema(asSchema(read?.values).Provider).Operation));
  const whole = useMemo(() => completeSchema(schema, operations), [schema, operations.join()]);
  useLayoutEffect(() => showMember(section.current, query.value.get('form')), []);
  useEffect(() => followCursor(section.current, place), [place]);
  const follow = ({ target }: FocusEvent) => {
    const part = (target as HTMLElement).closest<HTMLElement>('[data-path]')?.dataset.path; // the form has elements only
    if (part !== undefined) onPlace(JSON.parse(part) as Path); // written by the form
  };
  const form = useMemo(() => {
    if (read === undefined) return <Note tone="warn">{t('The form comes back once the text can be read.')}</Note>;
    const { values } = read;
    if (view === 'operations')
      return <OperationCards service={name} schema={whole} values={values} onChange={changeAll} />;
    if (view === 'settings') return <PickedMembers schema={whole} value={values} paths={SETTINGS} onChange={change} />;
    return <SchemaForm schema={whole} value={values} onChange={change} without={['FrameworkVersion']} />;
  }, [read, view, name, whole, change, changeAll, language.value]);
  const views = { operations: t('Operations'), settings: t('Settings'), keys: t('All keys') };
  return (
    <section ref={section} class="card definition-form" aria-label={t('Form')} onFocusIn={follow}>
      <div class="row form-views" role="group" aria-label={t('Parts of the form')}>
        {Object.entries(views).map(([key, words]) => (
          <Button key={key} pressed={view === key} onClick={() => setQuery({ form: key })} text={words} />
        ))}
      </div>
      <fieldset class="stack" disabled={!may('publish')}>
        <FormWords.Provider value={words}>{form}</FormWords.Provider>
      </fieldset>
    </section>
  );
}

/** With what only a running system knows. */
function completeSchema(schema: unknown, operations: readonly string[]) {
  const gateway = ['properties', 'Gateway', 'properties'];
  const agents = [...gateway, 'Authentication', 'properties', 'OnlyAgents', 'items', 'x-kind'];
  const tools = [...gateway, 'MCP', 'properties', 'Operations', 'items', 'enum'];
  return asSchema(withMember(withMember(schema, agents, 'Agents'), tools, operations));
}

/** Opens the part of the form that the address names. */
function showMember(form: HTMLElement | null, name: string | null): void {
  const member = [...(form?.querySelectorAll('details') ?? [])].find((each) => each.dataset.member === name);
  if (member === undefined) return;
  member.open = true;
  member.scrollIntoView();
  member.querySelector('summary')?.focus();
}

/** Scrolls to the innermost part of the form that has the place, once its folds are open, and marks it. */
function followCursor(form: HTMLElement | null, place: Path): void {
  requestAnimationFrame(() => {
    const parts = [...(form?.querySelectorAll<HTMLElement>('[data-path]') ?? [])];
    const around = parts.filter(({ dataset: { path = '[]' } }) => {
      const own = JSON.parse(path) as Path; // written by the form
      return own.every((part, index) => part === place[index]);
    });
    const current = place.length === 0 ? undefined : around.at(-1);
    for (const part of parts) part.toggleAttribute('data-current', part === current);
    current?.scrollIntoView({ block: 'nearest' });
  });
}

/** The values of a definition, updated a moment after the last key, and the functions by which a form changes them, several at once as one step. */
function useDefinition(text: string, onText: (text: string) => void) {
  const [read, setRead] = useState(() => toValues(text));
  const shown = useRef(text);
  const latest = useRef({ text, onText });
  latest.current = { text, onText };
  const settled = useSettled(text, text);
  const worker = useRef<Worker>(undefined);
  useEffect(() => {
    const own = new Worker(new URL('./definition-worker.ts', import.meta.url), { type: 'module' });
    own.onmessage = ({ data }: MessageEvent<{ readonly text: string; readonly read: typeof read }>) => {
      if (data.text === shown.current) setRead(data.read);
    };
    worker.current = own;
    return () => own.terminate();
  }, []);
  useEffect(() => {
    if (settled === shown.current) return;
    shown.current = settled;
    worker.current?.postMessage(settled);
  }, [settled]);
  const changeAll = useCallback((edits: readonly Edit[]) => {
    const { text: before, onText: tell } = latest.current;
    const next = editText(before, edits);
    // At once: what is typed next is in the same field.
    shown.current = next;
    setRead(toValues(next));
    tell(next);
  }, []);
  const change = useCallback((path: Path, value: unknown) => changeAll([[path, value]]), []);
  return { read, change, changeAll };
}
