import { useEffect, useRef } from 'preact/hooks';

interface MarkedLinesProps {
  readonly label: string;
  readonly lines: readonly string[];
  /** Whether a line, counted from 0, belongs to what somebody points at. */
  readonly isMarked: (line: number) => boolean;
}

/** A text, some lines of which stand out and come into view. */
export function MarkedLines({ label, lines, isMarked }: MarkedLinesProps) {
  const frame = useRef<HTMLPreElement>(null);
  const first = lines.findIndex((_line, index) => isMarked(index));
  useEffect(() => {
    const line = frame.current?.children[first];
    if (!(line instanceof HTMLElement) || frame.current === null) return;
    // Not `scrollIntoView`: that would move the page as well.
    const { scrollTop, clientHeight } = frame.current;
    const top = line.offsetTop - frame.current.offsetTop;
    if (top < scrollTop || top > scrollTop + clientHeight - 24) frame.current.scrollTop = Math.max(top - 40, 0);
  }, [first]);
  return (
    <pre ref={frame} class="code bench-text marked-lines" tabIndex={0} role="region" aria-label={label}>
      {lines.map((line, index) => (
        <span key={index} class={isMarked(index) ? 'marked' : ''}>
          {line}
          {'\n'}
        </span>
      ))}
    </pre>
  );
}
