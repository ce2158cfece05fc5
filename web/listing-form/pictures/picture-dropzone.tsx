import clsx from 'clsx';
import { type DragEvent, useRef, useState } from 'react';
import { t } from '#contract/i18n/t.ts';
import { HEIC_MIME_TYPES, PHOTO_MIME_TYPES } from '#contract/photos.ts';
import { Button } from '#web/base/ui/button.tsx';
import { Icon } from '#web/base/ui/icon.tsx';

/** Chooses pictures by a button or by dropping files. `room` is a text on how many more fit. */
export function PictureDropzone({
  id,
  label,
  room,
  multiple,
  onFiles,
}: {
  /** The id of its button. */
  id: string;
  label: string;
  room: string | undefined;
  multiple: boolean;
  onFiles: (files: File[]) => void;
}) {
  const input = useRef<HTMLInputElement>(null);
  const [dragOver, setDragOver] = useState(false);
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setDragOver(false);
    onFiles([...event.dataTransfer.files]);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only for the mouse; the button does the same for everyone.
    <div
      onDragOver={(event) => {
        event.preventDefault();
        setDragOver(true);
      }}
      onDragLeave={({ currentTarget, relatedTarget }) =>
        currentTarget.contains(relatedTarget as Node) || setDragOver(false)
      }
      onDrop={drop}
      className={clsx(
        'grid min-h-40 place-items-center content-center gap-2 rounded-field border-2 border-dashed p-4 text-center transition-colors sm:min-h-52',
        dragOver ? 'border-pacific bg-pacific-wash' : 'border-line-strong',
      )}
    >
      <Button
        id={id}
        variant="secondary"
        onClick={() => {
          // Phones make a JPEG of what they store where only that is asked for.
          if (input.current && !matchMedia('(pointer: coarse)').matches)
            input.current.accept = [...PHOTO_MIME_TYPES, ...HEIC_MIME_TYPES].join();
          input.current?.click();
        }}
      >
        <Icon name="image-up" />
        {label}
      </Button>
      <p className="text-muted text-sm">
        <span className="pointer-coarse:hidden">{multiple ? t('or drop them here') : t('or drop it here')}</span>
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
          // Otherwise choosing the same file again fires no event.
          currentTarget.value = '';
        }}
      />
    </div>
  );
}
