import { useState } from 'react';
import { t } from '#contract/i18n/t.ts';
import { PictureChooser } from '#web/admin/pictures/picture-chooser.tsx';
import { Button } from '#web/base/ui/button.tsx';
import type { FieldControl } from '#web/base/ui/form/field.tsx';

/** The number of a picture of the library, which is chosen in a dialog. */
export function CoverField({
  value,
  disabled,
  onChange,
  ...control
}: FieldControl & { value: string; disabled: boolean; onChange: (value: string) => void }) {
  const [isChoosing, setChoosing] = useState(false);
  const { required: _, 'aria-invalid': __, ...attributes } = control;
  const label = value ? t('Picture {id}: change', { id: value }) : t('Choose a picture');
  return (
    <div className="flex flex-wrap items-center gap-2">
      <Button
        {...attributes}
        aria-label={`${label} (${t('Cover')})`}
        variant="secondary"
        size="sm"
        disabled={disabled}
        onClick={() => setChoosing(true)}
      >
        {label}
      </Button>
      {value && (
        <Button variant="ghost" size="sm" disabled={disabled} onClick={() => onChange('')}>
          {t('Remove')}
        </Button>
      )}
      {isChoosing && (
        <PictureChooser
          file={null}
          onClose={() => setChoosing(false)}
          onChoose={({ id }) => {
            setChoosing(false);
            onChange(String(id));
          }}
        />
      )}
    </div>
  );
}
