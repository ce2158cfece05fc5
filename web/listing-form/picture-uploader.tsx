import clsx from 'clsx';
import { type ReactNode, useId, useState } from 'react';
import { flushSync } from 'react-dom';
import type { ListingForm } from '#contract/listing-form.ts';
import { FieldMessage } from '../ui/form/field-message.tsx';
import { PictureCard, UploadCard } from './picture-card.tsx';
import { PictureDropzone } from './picture-dropzone.tsx';
import type { PictureField, Pictures } from './use-pictures.ts';

/** A picture as the form holds it: what it shows need not have been said yet. */
export type PictureValue = NonNullable<ListingForm['photos']>[number];

/**
 * The logo, or the images, of a form: those that are there in their order, those on their way, and room for more.
 * @param name what one of them is called
 * @param most how many there may be
 * @param faultAt what is wrong with the picture of an index, with all of it or with what it shows
 */
export function PictureUploader({
  place,
  name,
  most,
  value,
  onChange,
  onBlur,
  faultAt,
  pictures,
  signedIn,
}: {
  place: PictureField;
  name: string;
  most: number;
  value: PictureValue[];
  onChange: (value: PictureValue[]) => void;
  onBlur: () => void;
  faultAt: (index: number, part: '' | 'alt') => string | undefined;
  pictures: Pictures;
  signedIn: boolean;
}) {
  const id = useId();
  const [refused, setRefused] = useState<string[]>([]);
  const [announcement, setAnnouncement] = useState('');
  const sending = pictures.uploads.filter((one) => one.place === place);
  const free = most - value.length - sending.length;
  const labelAt = (index: number) => (most === 1 ? name : `${name} ${index + 1}`);

  const move = (index: number, by: -1 | 1) => {
    const moved = value[index] as PictureValue;
    // Drawn at once: what is moved within the page loses the focus, and gets it back.
    flushSync(() => {
      onChange(value.toSpliced(index, 1).toSpliced(index + by, 0, moved));
      setAnnouncement(`${labelAt(index)} is ${labelAt(index + by).toLowerCase()} now`);
    });
    const [to, back] = by < 0 ? ['left', 'right'] : ['right', 'left'];
    const button = document.getElementById(`${id}-${moved.id}-${to}`) as HTMLButtonElement;
    (button.disabled ? document.getElementById(`${id}-${moved.id}-${back}`) : button)?.focus();
  };
  const afterRemove = (index: number) => {
    setAnnouncement(`${labelAt(index)} removed`);
    // What had the focus is gone.
    requestAnimationFrame(() => document.getElementById(`${id}-add`)?.focus());
  };

  return (
    <section aria-label={most === 1 ? name : `${name}s`} className="grid gap-2">
      <ul className={clsx('grid items-start gap-4', most > 1 && 'sm:grid-cols-2')}>
        {value.map((picture, index) => (
          <li key={picture.id}>
            <PictureCard
              id={`${id}-${picture.id}`}
              name={labelAt(index)}
              shown={pictures.uploaded.find((known) => known.id === picture.id)}
              alt={picture.alt ?? ''}
              faults={{ alt: faultAt(index, 'alt'), picture: faultAt(index, '') }}
              onAlt={(alt) => onChange(value.with(index, { ...picture, alt }))}
              onBlur={onBlur}
              onMove={{
                ...(index > 0 && { left: () => move(index, -1) }),
                ...(index < value.length - 1 && { right: () => move(index, 1) }),
              }}
              movable={most > 1}
              onRemove={() => {
                pictures.remove(place, picture.id);
                afterRemove(index);
              }}
            />
          </li>
        ))}
        {sending.map((one, index) => (
          <li key={one.key}>
            <UploadCard
              sending={one}
              onRetry={() => pictures.retry(one)}
              onCancel={() => {
                pictures.cancel(one);
                afterRemove(value.length + index);
              }}
            />
          </li>
        ))}
        {free > 0 && signedIn && (
          <li>
            <PictureDropzone
              id={`${id}-add`}
              label={most === 1 ? 'Choose a logo' : 'Choose images'}
              room={most === 1 ? undefined : `${COUNT_WORDS[free]} more`}
              multiple={free > 1}
              onFiles={(files) => setRefused(pictures.add(place, files))}
            />
          </li>
        )}
      </ul>
      <UploadErrors texts={refused} />
      <p role="status" className="sr-only">
        {announcement}
      </p>
    </section>
  );
}

const COUNT_WORDS = ['None', 'One', 'Two', 'Three'];

/** Why files were not taken. */
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
