import { formatDuration, t } from '../app/language.js';

export interface Stage {
  readonly name: string;
  /** Milliseconds after the beginning. */
  readonly start: number;
  readonly duration: number;
  readonly tone?: 'bad' | 'warn' | undefined;
}

export function Waterfall({ stages }: { readonly stages: readonly Stage[] }) {
  const whole = Math.max(0.1, ...stages.map(({ start, duration }) => start + duration));
  return (
    <ol class="waterfall" aria-label={t('Stages in the order of time')}>
      {stages.map((stage, index) => (
        <li key={index}>
          <span class="stage-name break">{stage.name}</span>
          <svg class="stage-bar" viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">
            <rect
              class={stage.tone ?? ''}
              x={(stage.start / whole) * 100}
              width={Math.max((stage.duration / whole) * 100, 0.6)}
              y="0"
              height="8"
            />
          </svg>
          <span class="number faint">{formatDuration(stage.duration)}</span>
        </li>
      ))}
    </ol>
  );
}
