import { t } from '../app/language.js';
import { toast } from '../app/toasts.js';
import { Button } from './button.js';

export function Code({
  text,
  label,
  tall = false,
}: {
  readonly text: string;
  readonly label: string;
  readonly tall?: boolean;
}) {
  return (
    <div class="code-frame">
      <pre class={tall ? 'code tall' : 'code'} tabIndex={0} role="region" aria-label={label}>
        {text}
      </pre>
      <CopyButton text={text} />
    </div>
  );
}

export function CopyButton({ text }: { readonly text: string }) {
  const copy = async () => {
    await copyText(text);
    toast(t('Copied'));
  };
  return <Button kind="quiet" icon="copy" label={t('Copy')} onClick={copy} />;
}

/** Browsers give pages without HTTPS no clipboard. */
async function copyText(text: string): Promise<void> {
  if (window.isSecureContext) {
    await navigator.clipboard.writeText(text);
    return;
  }
  const area = document.createElement('textarea');
  area.value = text;
  document.body.append(area);
  area.select();
  // The only way there is without a secure context.
  // oxlint-disable-next-line typescript/no-deprecated
  document.execCommand('copy');
  area.remove();
}

/** JSON and XML over several lines; other texts as they are. */
export function prettyText(text: string): string {
  if (text.startsWith('<?xml')) return prettyXML(text);
  if (!/^\s*[[{]/.test(text)) return text;
  try {
    return JSON.stringify(JSON.parse(text), undefined, 2);
  } catch {
    return text;
  }
}

/** Each element on a line of its own, but for those with a text. */
function prettyXML(text: string): string {
  let depth = 0;
  return text
    .replaceAll(/>(?=<)/g, '>\n')
    .split('\n')
    .map((line) => {
      if (line.startsWith('</')) depth -= 1;
      const indented = `${'  '.repeat(Math.max(depth, 0))}${line}`;
      if (/^<[^/?!]/.test(line) && !line.endsWith('/>') && !line.includes('</')) depth += 1;
      return indented;
    })
    .join('\n');
}

export function Lines({ of }: { readonly of: readonly string[] }) {
  return (
    <ul class="mono">
      {of.map((line, index) => (
        <li key={index} class="break">
          {line}
        </li>
      ))}
    </ul>
  );
}

/** A difference line by line, as `diff -u` writes it. */
export function Patch({ text }: { readonly text: string }) {
  const lines = text.split('\n').filter((line) => !/^(?:---|\+\+\+|Index:|=====)/.test(line));
  return (
    <pre class="code patch tall" tabIndex={0} role="region" aria-label={t('Difference')}>
      {lines.map((line, index) => (
        <span key={index} class={LINES[line.slice(0, 1)] ?? ''}>
          {line}
          {'\n'}
        </span>
      ))}
    </pre>
  );
}

const LINES: Readonly<Record<string, string>> = { '+': 'added', '-': 'removed', '@': 'place' };
