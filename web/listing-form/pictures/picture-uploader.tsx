import clsx from 'clsx';
import { type ReactNode, useId, useState } from 'react';
import { flushSync } from 'react-dom';
import { t } from '#contract/i18n/t.ts';
import type { ListingForm } from '#contract/listing-form.ts';
import { FieldMessage } from '#web/base/ui/form/field-message.tsx';
import { PictureCard } from './picture-card.tsx';
import { PictureDropzone } from './picture-dropzone.tsx';
import type { PictureField } from './picture-upload.ts';
import { UploadCard } from './upload-card.tsx';
import type { Pictures } from './use-pictures.ts';

/** A picture in the form; its description may be missing. */
export type PictureValue = NonNullable<ListingForm['photos']>[number];

/**
 * The logo or the images of a form: the uploaded ones in order, the uploads, and a drop zone for more.
 * @param max how many there may be
 * @param errorAt the error of the picture at an index, or of its description
 */
export function PictureUploader({
  field,
  max,
  value,
  onChange,
  onBlur,
  errorAt,
  pictures,
  signedIn,
}: {
  field: PictureField;
  max: number;
  value: PictureValue[];
  onChange: (value: PictureValue[]) => void;
  onBlur: () => void;
  errorAt: (index: number, part: '' | 'alt') => string | undefined;
  pictures: Pictures;
  signedIn: boolean;
}) {
  const id = useId();
  const [errors, setErrors] = useState<string[]>([]);
  const [announcement, setAnnouncement] = useState('');
  const uploads = pictures.uploads.filter((upload) => upload.field === field);
  // One that failed takes no place.
  const free = max - value.length - uploads.filter(({ failure }) => !failure).length;
  const labelAt = (index: number) => (field === 'logo' ? t('Logo') : t('Photo {number}', { number: index + 1 }));

  const move = (index: number, by: -1 | 1) => {
    const moved = value[index] as PictureValue;
    // Rendered synchronously: an element moved in the document loses the focus, which is restored below.
    flushSync(() => {
      onChange(value.toSpliced(index, 1).toSpliced(index + by, 0, moved));
      setAnnouncement(t('Photo {number} is now photo {place}', { number: index + 1, place: index + by + 1 }));
    });
    const [to, back] = by < 0 ? ['left', 'right'] : ['right', 'left'];
    const button = document.getElementById(`${id}-${moved.id}-${to}`) as HTMLButtonElement;
    (button.disabled ? document.getElementById(`${id}-${moved.id}-${back}`) : button)?.focus();
  };
  const afterRemove = (index: number) => {
    setAnnouncement(t('{picture} removed', { picture: labelAt(index) }));
    // The button that had the focus is gone.
    requestAnimationFrame(() => document.getElementById(`${id}-add`)?.focus());
  };

  return (
    <section aria-label={field === 'logo' ? t('Logo') : t('Photos')} className="grid gap-2">
      <ul className={clsx('grid items-start gap-4', max > 1 && 'sm:grid-cols-2')}>
        {value.map((picture, index) => (
          <li key={picture.id}>
            <PictureCard
              id={`${id}-${picture.id}`}
              name={labelAt(index)}
              picture={pictures.uploaded.find((uploaded) => uploaded.id === picture.id)}
              alt={picture.alt ?? ''}
              errors={{ alt: errorAt(index, 'alt'), picture: errorAt(index, '') }}
              onAlt={(alt) => onChange(value.with(index, { ...picture, alt }))}
              onBlur={onBlur}
              onMove={{
                ...(index > 0 && { left: () => move(index, -1) }),
                ...(index < value.length - 1 && { right: () => move(index, 1) }),
              }}
              movable={max > 1}
              onRemove={() => {
                pictures.remove(field, picture.id);
                afterRemove(index);
              }}
            />
          </li>
        ))}
        {uploads.map((upload, index) => (
          <li key={upload.key}>
            <UploadCard
              upload={upload}
              onRetry={() => pictures.retry(upload)}
              onCancel={() => {
                pictures.cancel(upload);
                afterRemove(value.length + index);
              }}
            />
          </li>
        ))}
        {free > 0 && signedIn && (
          <li>
            <PictureDropzone
              id={`${id}-add`}
              label={field === 'logo' ? t('Choose a logo') : t('Choose photos')}
              room={field === 'logo' ? undefined : roomText(free)}
              multiple={free > 1}
              onFiles={(files) => setErrors(pictures.add(field, files))}
            />
          </li>
        )}
      </ul>
      <UploadErrors texts={errors} />
      <p role="status" className="sr-only">
        {announcement}
      </p>
    </section>
  );
}

const roomText = (count: number) =>
  t('{count, plural, =1 {One more} =2 {Two more} =3 {Three more} other {# more}}', { count });

/** Why files were refused. */
function UploadErrors({ texts }: { texts: string[] }): ReactNode {
  const id = useId();
  return (
    <div role="alert">
      {texts.map((text) => (
        <FieldMessage key={text} id={id} error={text} />
      ))}
    </div>
  );
}
