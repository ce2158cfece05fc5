import clsx from 'clsx';
import { type ReactNode, useId, useState } from 'react';
import { flushSync } from 'react-dom';
import type { AdForm } from '#contract/listing-form.ts';
import { Note } from '../ui/form/field.tsx';
import { PictureCard, SendingCard } from './picture-card.tsx';
import { PictureDrop } from './picture-drop.tsx';
import type { Pictures, Place } from './pictures.ts';

/** A picture as the form holds it: what it shows need not have been said yet. */
export type Named = NonNullable<AdForm['photos']>[number];

/**
 * The logo, or the images, of a form: those that are there in their order, those on their way, and room for more.
 * @param name what one of them is called
 * @param most how many there may be
 * @param faultAt what is wrong with the picture of an index, with all of it or with what it shows
 */
export function PicturePlace({
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
  place: Place;
  name: string;
  most: number;
  value: Named[];
  onChange: (value: Named[]) => void;
  onBlur: () => void;
  faultAt: (index: number, part: '' | 'alt') => string | undefined;
  pictures: Pictures;
  signedIn: boolean;
}) {
  const id = useId();
  const [refused, setRefused] = useState<string[]>([]);
  const [told, setTold] = useState('');
  const sending = pictures.sending.filter((one) => one.place === place);
  const free = most - value.length - sending.length;
  const called = (index: number) => (most === 1 ? name : `${name} ${index + 1}`);

  const move = (index: number, by: -1 | 1) => {
    const moved = value[index] as Named;
    // Drawn at once: what is moved within the page loses the focus, and gets it back.
    flushSync(() => {
      onChange(value.toSpliced(index, 1).toSpliced(index + by, 0, moved));
      setTold(`${called(index)} is ${called(index + by).toLowerCase()} now`);
    });
    const [to, back] = by < 0 ? ['left', 'right'] : ['right', 'left'];
    const button = document.getElementById(`${id}-${moved.id}-${to}`) as HTMLButtonElement;
    (button.disabled ? document.getElementById(`${id}-${moved.id}-${back}`) : button)?.focus();
  };
  const leave = (index: number) => {
    setTold(`${called(index)} removed`);
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
              name={called(index)}
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
                leave(index);
              }}
            />
          </li>
        ))}
        {sending.map((one, index) => (
          <li key={one.key}>
            <SendingCard
              sending={one}
              onRetry={() => pictures.retry(one)}
              onCancel={() => {
                pictures.cancel(one);
                leave(value.length + index);
              }}
            />
          </li>
        ))}
        {free > 0 && signedIn && (
          <li>
            <PictureDrop
              id={`${id}-add`}
              label={most === 1 ? 'Choose a logo' : 'Choose images'}
              room={most === 1 ? undefined : `${WORDS[free]} more`}
              multiple={free > 1}
              onFiles={(files) => setRefused(pictures.add(place, files))}
            />
          </li>
        )}
      </ul>
      <Refusals texts={refused} />
      <p role="status" className="sr-only">
        {told}
      </p>
    </section>
  );
}

const WORDS = ['None', 'One', 'Two', 'Three'];

/** Why files were not taken. */
function Refusals({ texts }: { texts: string[] }): ReactNode {
  const id = useId();
  return (
    <div role="alert">
      {texts.map((text) => (
        <Note key={text} id={id} error={text} />
      ))}
    </div>
  );
}
