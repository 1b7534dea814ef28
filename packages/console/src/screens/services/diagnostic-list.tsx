import type { Diagnostic, Fix } from '../../api/admin-api.js';
import { t } from '../../app/language.js';
import { Button } from '../../components/button.js';
import { Icon } from '../../components/icon.js';
import { ServerText } from '../../components/words.js';

interface DiagnosticListProps {
  readonly diagnostics: readonly Diagnostic[];
  readonly onGo?: ((diagnostic: Diagnostic) => void) | undefined;
  readonly onFix?: (fix: Fix) => void;
}

/** What is wrong, where, and how to correct it. */
export function DiagnosticList({ diagnostics, onGo, onFix }: DiagnosticListProps) {
  return (
    <ul class="lines diagnostics" aria-label={t('Problems')}>
      {diagnostics.map((each, index) => (
        <li key={index} class={`row top ${each.severity}`}>
          <Icon name={each.severity === 'error' ? 'error' : 'warning'} />
          <span class="grow break">
            <span class="hidden-text">{each.severity === 'error' ? t('Error') : t('Warning')}: </span>
            <ServerText of={each} /> {each.breaks !== undefined && <ServerText of={each.breaks} />}
          </span>
          {onFix !== undefined &&
            each.fixes.map((fix) => (
              <Button
                key={fix.title}
                needs="publish"
                icon="fix"
                onClick={() => onFix(fix)}
                text={t('Replace by {word}', { word: fix.text })}
              />
            ))}
          <PlaceLink diagnostic={each} onGo={onGo} />
        </li>
      ))}
    </ul>
  );
}

function PlaceLink({ diagnostic, onGo }: Pick<DiagnosticListProps, 'onGo'> & { readonly diagnostic: Diagnostic }) {
  const { line, column } = diagnostic.range.start;
  const text = `${line}:${column}`;
  if (onGo === undefined) return <span class="faint mono">{text}</span>;
  return (
    <Button
      kind="quiet"
      onClick={() => onGo(diagnostic)}
      text={
        <>
          <span class="hidden-text">{t('Go to line')} </span>
          <span class="mono">{text}</span>
        </>
      }
    />
  );
}
