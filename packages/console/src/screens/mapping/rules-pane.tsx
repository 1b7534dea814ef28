import { useMemo } from 'preact/hooks';
import { isCollection, parseDocument } from 'yaml';

import { useLoad } from '../../api/use-load.js';
import { serverText, t } from '../../app/language.js';
import { Button } from '../../components/button.js';
import { Note } from '../../components/empty.js';
import { Loading } from '../../components/loading.js';
import { MarkedLines } from '../../components/marked-lines.js';
import { asSchema } from '../../components/schema.js';
import { editText } from '../services/change-text.js';
import { mappingPath, mappingText, type MappedEntry, type Side } from './mapping-text.js';
import { SimplePane, type SimplePaneProps } from './simple-pane.js';
import { readRules } from './simple-rules.js';

interface RulesPaneProps extends Omit<SimplePaneProps, 'path' | 'mapping' | 'operation'> {
  readonly entry: MappedEntry;
  readonly side: Side;
  readonly isReadOnly: boolean;
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

/** The rules of a mapping, which can be changed here. */
export function RulesPane({ entry, side, isReadOnly, ...props }: RulesPaneProps) {
  const { definition, preview, pointed, onDefinition } = props;
  const path = mappingPath(entry, side);
  // All scalars are texts then, as rules have them.
  const document = useMemo(() => parseDocument(definition, { schema: 'failsafe' }), [definition]);
  const mapping = useMemo(() => {
    const value = document.getIn(path);
    return isCollection(value) ? (value.toJSON() as unknown) : value;
  }, [document]);
  const set = (below: readonly string[], value: unknown) =>
    onDefinition(editText(definition, [[[...path, ...below], value]]));
  const hasMapping = Object.keys(asSchema(mapping)).length > 0;
  const { Type: type, Config: config } = asSchema(mapping);
  const template = asSchema(config).Template;
  const first = document.errors.length === 0 && !isReadOnly ? readRules(mapping) : undefined;
  return (
    <>
      {type === 'XSLT' && typeof template === 'string' && !isReadOnly ? (
        <Stylesheet text={template} preview={preview} onChange={(text) => set(['Config', 'Template'], text)} />
      ) : first !== undefined ? (
        <SimplePane
          {...props}
          path={path}
          operation={entry.kind === 'operation' && side === 'inbound' ? entry.type : undefined}
          mapping={mapping}
          first={first}
        />
      ) : (
        <RulesText definition={definition} entry={entry} side={side} pointed={pointed} />
      )}
      {!isReadOnly && (
        <div class="row">
          {hasMapping ? (
            <Button onClick={() => set([], undefined)}>{t('Remove the mapping')}</Button>
          ) : (
            <Button icon="plus" onClick={() => set([], { Type: 'XSLT', Config: { Template: FIRST_TEMPLATE } })}>
              {t('Write a stylesheet instead')}
            </Button>
          )}
        </div>
      )}
    </>
  );
}

function RulesText({
  definition,
  entry,
  side,
  pointed,
}: Pick<RulesPaneProps, 'definition' | 'entry' | 'side' | 'pointed'>) {
  const rules = mappingText(definition, entry, side);
  if (rules === undefined || rules.lines.join('').trim() === '{}') {
    return <Note>{t('There is no such mapping. Data passes as it is.')}</Note>;
  }
  return <MarkedLines label={t('Rules')} lines={rules.lines} isMarked={markOf(rules.linesOf, pointed)} />;
}

/** Passes data as it is. */
const FIRST_TEMPLATE = `<xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform">
  <xsl:template match="@*|node()">
    <xsl:copy><xsl:apply-templates select="@*|node()"/></xsl:copy>
  </xsl:template>
</xsl:stylesheet>
`;

type LinesOf = (rule: readonly string[]) => readonly [number, number] | undefined;

function markOf(linesOf: LinesOf, pointed: RulesPaneProps['pointed']): (line: number) => boolean {
  const ranges = [pointed?.keyRule, pointed?.valueRule].flatMap((rule) => {
    const range = rule && linesOf(rule);
    return range ? [range] : [];
  });
  return (line) => ranges.some(([from, to]) => line >= from && line <= to);
}
