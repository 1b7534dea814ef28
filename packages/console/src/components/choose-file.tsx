import { t } from '../app/language.js';
import { Empty } from './empty.js';

interface ChooseFileProps {
  readonly title: string;
  readonly text: string;
  readonly onFile: (file: File) => void;
}

/** Where a YAML file is dropped or chosen. */
export function ChooseFile({ title, text, onFile }: ChooseFileProps) {
  const take = (file: File | undefined) => {
    if (file !== undefined) onFile(file);
  };
  const actions = (
    <label class="button primary file-button">
      {t('Choose a file')}
      <input
        type="file"
        accept=".yml,.yaml"
        class="hidden-text"
        onChange={(event) => take(event.currentTarget.files?.[0])}
      />
    </label>
  );
  return (
    <div
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault();
        take(event.dataTransfer?.files[0]);
      }}
    >
      <Empty icon="upload" title={title} actions={actions}>
        {text}
      </Empty>
    </div>
  );
}
