import type { TracePoint } from '../api/admin-api.js';
import { Badge } from './badge.js';
import { Code, prettyText } from './code.js';
import { Words } from './words.js';

export function RecordedPoints({
  points,
}: {
  readonly points: readonly Pick<TracePoint, 'level' | 'subject' | 'content'>[];
}) {
  return (
    <>
      {points.map(({ level, subject, content }, index) => (
        <article key={index} class="stack tight">
          <h3 class="row">
            <span lang="en">
              <Words of={subject} />
            </span>
            <Badge tone={level === 'error' ? 'bad' : 'plain'}>{level}</Badge>
          </h3>
          {content !== null && content !== '' && <Code text={prettyText(content)} label={subject} />}
        </article>
      ))}
    </>
  );
}
