import { useId, useState } from 'react';
import { MAX_MESSAGE_PICTURES } from '#contract/conversations/topics.ts';
import { t } from '#contract/i18n/t.ts';
import { PHOTO_ERROR_MESSAGES, PHOTO_MIME_TYPES } from '#contract/photos.ts';
import { ApiError, fetchApi, parseResponse } from '#web/base/api/api.ts';
import { Button, buttonClass } from '#web/base/ui/button.tsx';
import { FieldMessage } from '#web/base/ui/form/field-message.tsx';
import { Icon } from '#web/base/ui/icon.tsx';

interface Picture {
  /** The name of the chosen file. */
  file: string;
  preview: string;
  /** Undefined while it is uploaded. */
  name?: string;
}

/**
 * Uploads pictures, by default for a message. Reports their names whenever they change.
 * @param path of the API that takes them
 * @param initial those that were sent before
 */
export function PictureInput({
  path = '/api/message-pictures',
  max = MAX_MESSAGE_PICTURES,
  label = t('Add a picture'),
  initial = [],
  error,
  onChange,
}: {
  path?: string;
  max?: number;
  label?: string;
  initial?: Required<Picture>[];
  error?: string;
  onChange: (names: string[]) => void;
}) {
  const id = useId();
  const [pictures, setPictures] = useState<Picture[]>(initial);
  const [failure, setFailure] = useState<string>();
  const update = (next: Picture[]) => {
    setPictures(next);
    onChange(next.flatMap(({ name }) => name ?? []));
  };
  const add = async (files: File[]) => {
    setFailure(undefined);
    let current = pictures;
    for (const file of files.slice(0, max - pictures.length)) {
      const picture: Picture = { file: file.name, preview: URL.createObjectURL(file) };
      update([...current, picture]);
      try {
        current = [...current, { ...picture, name: await upload(path, file) }];
      } catch (problem) {
        URL.revokeObjectURL(picture.preview);
        setFailure(problem instanceof ApiError ? problem.message : PHOTO_ERROR_MESSAGES.unreadable);
      }
      update(current);
    }
  };
  const message = failure ?? error;
  return (
    <div>
      <ul className="flex flex-wrap gap-3 empty:hidden">
        {pictures.map((picture) => (
          <li key={picture.preview} className="relative" aria-busy={picture.name === undefined}>
            <img src={picture.preview} alt={picture.file} className="size-24 rounded-field border object-cover" />
            <Button
              variant="secondary"
              size="sm"
              className="absolute right-1 bottom-1"
              onClick={() => {
                URL.revokeObjectURL(picture.preview);
                update(pictures.filter((other) => other !== picture));
              }}
            >
              <Icon name="trash-2" />
              <span className="sr-only">{t('Remove {file}', { file: picture.file })}</span>
            </Button>
          </li>
        ))}
      </ul>
      {pictures.length < max && (
        <label className={`${buttonClass({ variant: 'secondary', size: 'sm' })} mt-2 focus-within:outline-3`}>
          <Icon name="image-up" />
          {label}
          <input
            type="file"
            multiple={max > 1}
            accept={PHOTO_MIME_TYPES.join()}
            aria-describedby={message && id}
            className="sr-only"
            onChange={({ currentTarget }) => {
              const files = [...(currentTarget.files ?? [])];
              // The same file can be chosen again.
              currentTarget.value = '';
              void add(files);
            }}
          />
        </label>
      )}
      <FieldMessage id={id} error={message} />
    </div>
  );
}

/** @throws {ApiError} with a message for people */
async function upload(path: string, file: File): Promise<string> {
  const { scalePicture } = await import('#web/base/api/scale-picture.ts');
  const body = new FormData();
  body.append('file', await scalePicture(file));
  const response = await fetchApi(path, { method: 'POST', body });
  return ((await parseResponse(response)) as { name: string }).name;
}
