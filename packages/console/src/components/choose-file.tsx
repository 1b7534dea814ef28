import { t } from '../app/language.js';
import { attempt } from '../app/toasts.js';
import { Empty } from './empty.js';

interface ChooseFileProps {
  readonly title: string;
  readonly text: string;
  readonly onFile: (file: File) => Promise<unknown>;
}

/** Where a YAML file is chosen, unless it is dropped on the page. */
export function ChooseFile({ title, text, onFile }: ChooseFileProps) {
  const actions = (
    <label class="button primary file-button">
      {t('Choose a file')}
      <input
        type="file"
        accept=".yml,.yaml"
        class="hidden-text"
        onChange={({ currentTarget }) => {
          const file = currentTarget.files?.[0];
          if (file !== undefined) void attempt(() => onFile(file));
        }}
      />
    </label>
  );
  return <Empty icon="upload" title={title} actions={actions} text={text} />;
}
