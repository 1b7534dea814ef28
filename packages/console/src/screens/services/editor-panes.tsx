import { useCallback, useState } from 'preact/hooks';

import type { Diagnostic, Fix } from '../../api/admin-api.js';
import { call } from '../../api/call.js';
import { count, t } from '../../app/language.js';
import { Badge } from '../../components/badge.js';
import type { Path } from '../../components/schema.js';
import { YamlText, type YamlEditor } from '../../editor/yaml-editor.js';
import { DefinitionForm } from './definition-form.js';
import { findStart } from './change-text.js';
import { DiagnosticList } from './diagnostic-list.js';

/** Up to this width in pixels, only the text or the form is shown. */
const NARROW = 1000;

interface EditorPanesProps {
  readonly name: string;
  /** Where editing begins. */
  readonly begin: string;
  readonly schema: unknown;
  readonly text: string;
  readonly editor: { current: YamlEditor | undefined };
  readonly hasForm: boolean;
  readonly onForm: (hasForm: boolean) => void;
  readonly onChange: (text: string) => void;
}

/** Text, form and problems; the first two show the same part. */
export function EditorPanes({ name, begin, schema, text, editor, hasForm, onForm, onChange }: EditorPanesProps) {
  const [diagnostics, setDiagnostics] = useState<readonly Diagnostic[]>();
  const [place, setPlace] = useState<Path>([]);
  const check = async (checked: string) => {
    const found = await call('POST /check', { body: { definition: checked, name } });
    setDiagnostics(found.diagnostics);
    return found.diagnostics;
  };
  /** If there is room for only one of both, the text replaces the form. */
  const inText = (go: (current: YamlEditor) => void) => {
    if (window.innerWidth <= NARROW) onForm(false);
    requestAnimationFrame(() => editor.current && go(editor.current));
  };
  const show = useCallback((path: Path, isGoing = false) => {
    const reveal = (current: YamlEditor) =>
      current.reveal(findStart(current.view.state.doc.toString(), path), { isGoing });
    if (isGoing) inText(reveal);
    else if (editor.current !== undefined) reveal(editor.current);
  }, []);
  return (
    <div class={hasForm ? 'editing with-form' : 'editing'}>
      <div class="code-editor-frame">
        <YamlText
          text={begin}
          label={t('Definition of {name}', { name })}
          schema={schema}
          onChange={onChange}
          onPlace={(next) => setPlace((was) => (was.join('\n') === next.join('\n') ? was : next))}
          check={check}
          onReady={(ready) => (editor.current = ready)}
        />
      </div>
      {hasForm && (
        <DefinitionForm
          name={name}
          text={text}
          schema={schema}
          place={place}
          onText={(next) => editor.current?.setText(next)}
          onPlace={show}
        />
      )}
      <Problems
        diagnostics={diagnostics}
        onGo={({ range }) => inText((current) => current.reveal(range.start, { isGoing: true }))}
        onFix={(fix) => editor.current?.fix(fix)}
      />
    </div>
  );
}

interface ProblemsProps {
  /** Undefined before the first check. */
  readonly diagnostics: readonly Diagnostic[] | undefined;
  readonly onGo: (diagnostic: Diagnostic) => void;
  readonly onFix: (fix: Fix) => void;
}

function Problems({ diagnostics: found, onGo, onFix }: ProblemsProps) {
  const diagnostics = found ?? [];
  const errors = diagnostics.filter(({ severity }) => severity === 'error').length;
  const warnings = diagnostics.length - errors;
  return (
    <section class="problems" aria-label={t('Problems')}>
      <div class="row" role="status">
        {errors > 0 && <Badge tone="bad">{count(errors, '{number} error', '{number} errors')}</Badge>}
        {warnings > 0 && <Badge tone="warn">{count(warnings, '{number} warning', '{number} warnings')}</Badge>}
        {found?.length === 0 && <Badge tone="good">{t('No problems')}</Badge>}
        <span class="grow" />
        <span class="faint keys-hint">
          <kbd>F8</kbd> {t('next problem')} · <kbd>{t('Ctrl')}</kbd> <kbd>.</kbd> {t('fix it')} · <kbd>{t('Ctrl')}</kbd>{' '}
          <kbd>{t('Space')}</kbd> {t('complete')}
        </span>
      </div>
      {diagnostics.length > 0 && <DiagnosticList diagnostics={diagnostics} onGo={onGo} onFix={onFix} />}
    </section>
  );
}
