import type { RequestStep } from '../api/admin-api.js';
import { t } from '../app/language.js';

/** Requests by steps of time, those that failed at the bottom of each bar. The picture says no more than its name. */
export function RequestBars({ steps, height }: { readonly steps: readonly RequestStep[]; readonly height: number }) {
  const requests = steps.reduce((sum, step) => sum + step.requests, 0);
  const failed = steps.reduce((sum, step) => sum + step.failed, 0);
  const most = Math.max(1, ...steps.map((step) => step.requests));
  const tall = (count: number) => (count === 0 ? 0 : Math.max((count / most) * height, 1));
  const bar = (index: number, count: number, tone: string) =>
    count > 0 && (
      <rect
        key={tone + String(index)}
        class={tone}
        x={index + 0.1}
        width={0.8}
        y={height - tall(count)}
        height={tall(count)}
      />
    );
  return (
    <svg
      class="request-bars"
      viewBox={`0 0 ${Math.max(steps.length, 1)} ${height}`}
      preserveAspectRatio="none"
      height={height}
      role="img"
      aria-label={t('{requests} requests, {failed} failed', { requests, failed })}
    >
      {steps.map((step, index) => bar(index, step.requests, 'all'))}
      {steps.map((step, index) => bar(index, step.failed, 'failed'))}
    </svg>
  );
}
