import clsx from 'clsx';
import { useEffect, useId, useRef, useState } from 'react';
import { t } from '#contract/i18n/t.ts';
import { PHOTO_MIME_TYPES } from '#contract/photos.ts';
import { ApiError } from '#web/base/api/api.ts';
import { buttonClass } from '#web/base/ui/button.tsx';
import { FieldMessage } from '#web/base/ui/form/field-message.tsx';
import type { SchemaForm } from '#web/base/ui/form/form.tsx';
import { useFormGroup } from '#web/base/ui/form/use-form-group.ts';
import { Icon } from '#web/base/ui/icon.tsx';
import { uploadPhoto } from '#web/listing-form/pictures/upload.ts';
import type { BookingInput } from './ad-form.ts';

/** Uploads a picture of an ad, which can be removed or replaced. */
export function PictureField({
  form,
  name,
  label,
  hint,
}: {
  form: SchemaForm<BookingInput>;
  name: 'picture' | 'phonePicture';
  label: string;
  hint: string;
}) {
  const { value, onChange, errorAt, ref } = useFormGroup(form, name);
  const { upload, isUploading, failure } = useUpload(onChange);
  const id = useId();
  const error = failure ?? errorAt('');
  return (
    <fieldset ref={ref} aria-describedby={`${id}-note`} className="grid gap-1.5">
      <legend className={clsx('font-semibold', name === 'picture' && 'required-mark')}>{label}</legend>
      <div className="flex flex-wrap items-center gap-3">
        {value && <img src={value.src} alt="" className="h-16 max-w-60 rounded-field border object-contain" />}
        <label className={buttonClass({ variant: 'secondary', size: 'sm' })}>
          <Icon name="upload" />
          {isUploading ? t('Uploading…') : value ? t('Replace') : t('Upload')}
          <span className="sr-only">: {label}</span>
          <input
            type="file"
            accept={PHOTO_MIME_TYPES.join()}
            className="sr-only"
            disabled={isUploading}
            aria-invalid={error ? true : undefined}
            aria-describedby={`${id}-note`}
            onChange={({ target }) => {
              const [file] = target.files ?? [];
              target.value = '';
              if (file) void upload(file);
            }}
          />
        </label>
        {value && (
          <button
            type="button"
            onClick={() => onChange(null)}
            className={buttonClass({ variant: 'ghost', size: 'sm' })}
          >
            {t('Remove')}
            <span className="sr-only">: {label}</span>
          </button>
        )}
      </div>
      <FieldMessage id={`${id}-note`} hint={hint} error={error} />
    </fieldset>
  );
}

function useUpload(onUploaded: (picture: BookingInput['picture']) => void) {
  const [isUploading, setUploading] = useState(false);
  const [failure, setFailure] = useState<string>();
  const controller = useRef<AbortController>(null);
  useEffect(() => () => controller.current?.abort(), []);
  const upload = async (file: File) => {
    controller.current = new AbortController();
    setUploading(true);
    setFailure(undefined);
    try {
      onUploaded(await uploadPhoto(file, () => {}, controller.current.signal, '/api/admin/pictures'));
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setFailure(error.message);
    } finally {
      setUploading(false);
    }
  };
  return { upload, isUploading, failure };
}
