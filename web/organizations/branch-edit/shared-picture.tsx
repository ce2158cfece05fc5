import { useState } from 'react';
import { t } from '#contract/i18n/t.ts';
import type { FormPhoto } from '#contract/listing-fields/listing-field-schemas.ts';
import { PHOTO_MIME_TYPES, type UploadedPhoto } from '#contract/photos.ts';
import { toFailure } from '#web/base/api/run-mutation.ts';
import { Button } from '#web/base/ui/button.tsx';
import { ChooseFile } from '#web/base/ui/form/choose-file.tsx';
import { TextInput } from '#web/base/ui/form/controls.tsx';
import { Field } from '#web/base/ui/form/field.tsx';
import { Icon } from '#web/base/ui/icon.tsx';
import { Spinner } from '#web/base/ui/spinner.tsx';
import { uploadPhoto } from '#web/listing-form/pictures/upload.ts';

/** A picture for several branches, uploaded when it is chosen, with its description. */
export function SharedPicture({
  label,
  hint,
  error,
  onChange,
}: {
  label: string;
  hint: string;
  error: string | undefined;
  onChange: (picture: FormPhoto | null) => void;
}) {
  const [picture, setPicture] = useState<UploadedPhoto>();
  const [alt, setAlt] = useState('');
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const change = (next: UploadedPhoto | undefined, description: string) => {
    setPicture(next);
    setAlt(description);
    onChange(next ? { id: next.id, alt: description } : null);
  };
  const choose = async (file: File) => {
    setBusy(true);
    const failed = await toFailure(t('We couldn’t upload this file'), async () => {
      const { scalePicture } = await import('#web/base/api/scale-picture.ts');
      change(await uploadPhoto(await scalePicture(file), () => {}, new AbortController().signal), '');
    });
    setFailure(failed?.message);
    setBusy(false);
  };
  return (
    <>
      <Field label={label} hint={hint} error={failure ?? error}>
        {(control) =>
          picture ? (
            <div className="flex flex-wrap items-center gap-3">
              <img src={picture.src} alt={alt} className="size-24 rounded-field border object-contain" />
              <Button variant="secondary" size="sm" onClick={() => change(undefined, '')}>
                <Icon name="trash-2" />
                {t('Remove')}
              </Button>
            </div>
          ) : isBusy ? (
            <Spinner label={t('Uploading…')} />
          ) : (
            <ChooseFile
              {...control}
              icon="image-up"
              accept={PHOTO_MIME_TYPES}
              onChoose={(chosen) => void choose(chosen)}
            />
          )
        }
      </Field>
      {picture && (
        <Field label={t('Describe this photo')} optional>
          {(control) => (
            <TextInput
              {...control}
              value={alt}
              maxLength={200}
              onChange={({ target }) => change(picture, target.value)}
            />
          )}
        </Field>
      )}
    </>
  );
}
