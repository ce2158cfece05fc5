import { t } from '#contract/i18n/t.ts';
import { buttonClass } from '#web/base/ui/button.tsx';
import { Icon } from '#web/base/ui/icon.tsx';
import type { FieldControl } from './field.tsx';

/** The control of a `Field` for a file, which looks like a button. */
export function ChooseFile({
  icon,
  accept,
  onChoose,
  ...control
}: FieldControl & { icon: string; accept: readonly string[]; onChoose: (file: File) => void }) {
  return (
    <label className={`${buttonClass({ variant: 'secondary', size: 'sm' })} justify-self-start focus-within:outline-3`}>
      <Icon name={icon} />
      {t('Choose a file')}
      <input
        {...control}
        type="file"
        accept={accept.join()}
        className="sr-only"
        onChange={({ currentTarget }) => {
          const [chosen] = currentTarget.files ?? [];
          // The same file can be chosen again.
          if (chosen) onChoose(chosen);
          currentTarget.value = '';
        }}
      />
    </label>
  );
}
