import { useMemo } from 'preact/hooks';
import { parseDocument } from 'yaml';

import type { MappedMember } from '../../api/admin-api.js';
import { useLoad } from '../../api/use-load.js';
import { t } from '../../app/language.js';
import { Button } from '../../components/button.js';
import { Note } from '../../components/empty.js';
import { Loading } from '../../components/loading.js';
import { MarkedLines } from '../../components/marked-lines.js';
import { changeText } from '../services/change-text.js';
import { mappingPath, mappingText, type MappedEntry, type Side } from './mapping-text.js';

interface RulesPaneProps {
  readonly definition: string;
  readonly entry: MappedEntry;
  readonly side: Side;
  readonly pointed: MappedMember | undefined;
  readonly onDefinition: (text: string) => void;
}

interface StylesheetProps {
  readonly text: string;
  readonly onChange: (text: string) => void;
}

/** The editor comes when there is a stylesheet. */
function Stylesheet(props: StylesheetProps) {
  const editor = useLoad(() => import('../../editor/xml-editor.js'), []);
  return <Loading of={editor}>{({ XmlEditor }) => <XmlEditor label={t('Stylesheet')} {...props} />}</Loading>;
}

/** The rules of a mapping; a stylesheet can be changed here. */
export function RulesPane({ definition, entry, side, pointed, onDefinition }: RulesPaneProps) {
  const document = useMemo(() => parseDocument(definition), [definition]);
  const path = mappingPath(entry, side);
  const set = (below: readonly string[], value: unknown) =>
    onDefinition(changeText({ text: definition, document }, [...path, ...below], value));
  const template = document.getIn([...path, 'Config', 'Template']);
  if (document.getIn([...path, 'Type']) === 'XSLT' && typeof template === 'string') {
    return <Stylesheet text={template} onChange={(text) => set(['Config', 'Template'], text)} />;
  }
  const rules = mappingText(definition, entry, side);
  if (rules !== undefined && rules.lines.join('').trim() !== '{}') {
    return <MarkedLines label={t('Rules')} lines={rules.lines} isMarked={markOf(rules.linesOf, pointed)} />;
  }
  return (
    <>
      <Note>{t('There is no such mapping. Data passes as it is.')}</Note>
      <div class="row">
        <Button icon="plus" onClick={() => set([], { Type: 'XSLT', Config: { Template: FIRST_TEMPLATE } })}>
          {t('Write a stylesheet')}
        </Button>
      </div>
    </>
  );
}

/** Passes data as it is. */
const FIRST_TEMPLATE = `<xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform">
  <xsl:template match="@*|node()">
    <xsl:copy><xsl:apply-templates select="@*|node()"/></xsl:copy>
  </xsl:template>
</xsl:stylesheet>
`;

type LinesOf = (rule: readonly string[]) => readonly [number, number] | undefined;

function markOf(linesOf: LinesOf, pointed: MappedMember | undefined): (line: number) => boolean {
  const ranges = [pointed?.keyRule, pointed?.valueRule].flatMap((rule) => {
    const range = rule && linesOf(rule);
    return range ? [range] : [];
  });
  return (line) => ranges.some(([from, to]) => line >= from && line <= to);
}
