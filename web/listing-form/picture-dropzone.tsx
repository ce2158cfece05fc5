import clsx from 'clsx';
import { type DragEvent, useRef, useState } from 'react';
import { PHOTO_MIME_TYPES } from '#contract/photos.ts';
import { Button } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';

/** Takes pictures, by a button or dropped there. `room` says how many more. */
export function PictureDropzone({
  id,
  label,
  room,
  multiple,
  onFiles,
}: {
  /** Of its button. */
  id: string;
  label: string;
  room: string | undefined;
  multiple: boolean;
  onFiles: (files: File[]) => void;
}) {
  const input = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    onFiles([...event.dataTransfer.files]);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a place for a mouse; the button in it is for everyone.
    <div
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={({ currentTarget, relatedTarget }) =>
        currentTarget.contains(relatedTarget as Node) || setOver(false)
      }
      onDrop={drop}
      className={clsx(
        'grid min-h-40 place-items-center content-center gap-2 rounded-field border-2 border-dashed p-4 text-center transition-colors sm:min-h-52',
        over ? 'border-pacific bg-pacific-wash' : 'border-line-strong',
      )}
    >
      <Button id={id} variant="secondary" onClick={() => input.current?.click()}>
        <Icon name="image-up" />
        {label}
      </Button>
      <p className="text-muted text-sm">
        <span className="pointer-coarse:hidden">or drop {multiple ? 'them' : 'it'} here</span>
        {room && <span className="block font-semibold">{room}</span>}
      </p>
      <input
        ref={input}
        type="file"
        hidden
        aria-label={label}
        accept={PHOTO_MIME_TYPES.join(',')}
        multiple={multiple}
        onChange={({ currentTarget }) => {
          onFiles([...(currentTarget.files ?? [])]);
          // The same file may be chosen another time.
          currentTarget.value = '';
        }}
      />
    </div>
  );
}
