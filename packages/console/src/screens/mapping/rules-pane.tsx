import { useMemo } from 'preact/hooks';
import { isCollection, isNode, parseDocument, type Document } from 'yaml';

import { useLoad } from '../../api/use-load.js';
import { serverText, t } from '../../app/language.js';
import { Button } from '../../components/button.js';
import { Note } from '../../components/empty.js';
import { Loading } from '../../components/loading.js';
import { MarkedLines } from '../../components/marked-lines.js';
import { asSchema } from '../../components/schema.js';
import { editText } from '../services/change-text.js';
import firstTemplate from './first-template.xsl?raw';
import { SimplePane, type SimplePaneProps } from './simple-pane.js';
import { readRules } from './simple-rules.js';

export interface RulesPaneProps extends Omit<SimplePaneProps, 'mapping' | 'first'> {
  readonly isReadOnly: boolean;
}

/** The rules of a mapping, which can be changed here. */
export function RulesPane({ isReadOnly, ...props }: RulesPaneProps) {
  const { definition, path, preview, pointed, onDefinition } = props;
  // All scalars are texts then, as rules have them.
  const document = useMemo(() => parseDocument(definition, { schema: 'failsafe' }), [definition]);
  const mapping = useMemo(() => {
    const value = document.getIn(path);
    return isCollection(value) ? (value.toJSON() as unknown) : value;
  }, [document]);
  const set = (below: readonly string[], value: unknown) =>
    onDefinition(editText(definition, [[[...path, ...below], value]]));
  const { Type: type, Config: config } = asSchema(mapping);
  const template = asSchema(config).Template;
  const first = document.errors.length === 0 ? readRules(mapping) : undefined;
  const lines = <RulesText document={document} definition={definition} path={path} pointed={pointed} />;
  if (isReadOnly) return lines;
  return (
    <>
      {type === 'XSLT' && typeof template === 'string' ? (
        <Stylesheet text={template} preview={preview} onChange={(text) => set(['Config', 'Template'], text)} />
      ) : first !== undefined ? (
        <SimplePane {...props} mapping={mapping} first={first} />
      ) : (
        lines
      )}
      <div class="row">
        {Object.keys(asSchema(mapping)).length > 0 ? (
          <Button onClick={() => set([], undefined)}>{t('Remove the mapping')}</Button>
        ) : (
          <Button icon="plus" onClick={() => set([], { Type: 'XSLT', Config: { Template: firstTemplate } })}>
            {t('Write a stylesheet instead')}
          </Button>
        )}
      </div>
    </>
  );
}

interface StylesheetProps extends Pick<RulesPaneProps, 'preview'> {
  readonly text: string;
  readonly onChange: (text: string) => void;
}

/** The editor comes when there is a stylesheet. */
function Stylesheet({ preview, ...props }: StylesheetProps) {
  const editor = useLoad(() => import('../../editor/xml-editor.js'), []);
  const problem = useMemo(
    () => preview?.place && { ...preview.place, message: serverText(preview.error ?? '') },
    [preview],
  );
  return (
    <Loading of={editor}>
      {({ XmlEditor }) => <XmlEditor label={t('Stylesheet')} problem={problem} {...props} />}
    </Loading>
  );
}

interface RulesTextProps extends Pick<RulesPaneProps, 'definition' | 'path' | 'pointed'> {
  readonly document: Document;
}

/** The lines that the definition has of a mapping; those of the rules that somebody points at stand out. */
function RulesText({ document, definition, path, pointed }: RulesTextProps) {
  const lineOf = (offset: number) => definition.slice(0, offset).split('\n').length - 1;
  const rangeOf = (below: readonly string[]) => {
    const node = document.getIn([...path, ...below], true);
    return isNode(node) && node.range ? node.range.slice(0, 2).map((at, end) => lineOf(at - end)) : [];
  };
  const [start, end = 0] = rangeOf([]);
  const lines = start === undefined ? [] : definition.split('\n').slice(start, end + 1);
  if (start === undefined || ['', '{}'].includes(lines.join('').trim())) {
    return <Note>{t('There is no such mapping. Data passes as it is.')}</Note>;
  }
  const indent = Math.min(...lines.filter((line) => line.trim() !== '').map((line) => line.search(/\S/)));
  const marked = [pointed?.keyRule, pointed?.valueRule].map((rule) => (rule ? rangeOf(['Config', ...rule]) : []));
  return (
    <MarkedLines
      label={t('Rules')}
      lines={lines.map((line) => line.slice(indent))}
      isMarked={(line) => marked.some(([from = Infinity, to = 0]) => line + start >= from && line + start <= to)}
    />
  );
}
