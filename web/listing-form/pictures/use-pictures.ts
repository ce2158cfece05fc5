import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { t } from '#contract/i18n/t.ts';
import { MAX_PHOTOS } from '#contract/listing-fields/listing-field-schemas.ts';
import type { ListingForm } from '#contract/listing-form.ts';
import type { UploadedPhoto } from '#contract/photos.ts';
import { ApiError, send, UNREACHABLE_MESSAGE } from '#web/base/api/api.ts';
import { invalidateUserOnAuthError } from '#web/base/session/session.ts';
import type { SchemaForm } from '#web/base/ui/form/form.tsx';
import { type PictureField, type PictureUpload, validateFile } from './picture-upload.ts';
import { uploadPhoto } from './upload.ts';

/** The message on submit while a picture is being uploaded. */
export const STILL_UPLOADING = t('A photo is still uploading. Wait for it to finish, or remove it.');

/** The uploaded pictures of a form, and its uploads. */
export interface Pictures {
  /** Whether an upload is in progress: the form would be submitted without it. */
  uploading: boolean;
  /** The uploaded pictures that the form refers to. */
  uploaded: UploadedPhoto[];
  uploads: PictureUpload[];
  /** Starts uploading files. @returns why some were refused */
  add: (field: PictureField, files: File[]) => string[];
  retry: (upload: PictureUpload) => void;
  /** Aborts an upload, or removes a failed one. */
  cancel: (upload: PictureUpload) => void;
  /** Removes a picture from the form. */
  remove: (field: PictureField, id: number) => void;
}

/**
 * Uploads pictures for a form and sets its `logo` and `photos`.
 * @param uploaded the uploaded pictures that the form refers to
 * @param onUploaded called with these and one more
 */
export function usePictures({
  form,
  uploaded,
  onUploaded,
}: {
  form: SchemaForm<ListingForm>;
  uploaded: UploadedPhoto[];
  onUploaded: (uploaded: UploadedPhoto[]) => void;
}): Pictures {
  const client = useQueryClient();
  const [uploads, setUploads] = useState<PictureUpload[]>([]);
  const latest = useRef(uploaded);
  latest.current = uploaded;
  const inFlight = useRef(new Map<number, AbortController>());
  /** By id of a picture uploaded here: the key of its upload, which grows in the order of choice. */
  const uploadOrder = useRef(new Map<number, number>());
  useEffect(() => {
    const controllers = inFlight.current;
    return () => {
      for (const controller of controllers.values()) controller.abort();
    };
  }, []);

  const photos = () => form.getValues('photos') ?? [];
  const set = { shouldDirty: true, shouldValidate: form.formState.isSubmitted };
  const patch = (key: number, changed: Partial<PictureUpload>) =>
    setUploads((all) => all.map((one) => (one.key === key ? { ...one, ...changed } : one)));

  const cancel = ({ key, preview }: PictureUpload) => {
    inFlight.current.get(key)?.abort();
    inFlight.current.delete(key);
    URL.revokeObjectURL(preview);
    setUploads((all) => all.filter((one) => one.key !== key));
  };
  const start = async (upload: PictureUpload) => {
    const controller = new AbortController();
    inFlight.current.set(upload.key, controller);
    patch(upload.key, { progress: 0, failure: undefined });
    try {
      const { scalePicture } = await import('#web/base/api/scale-picture.ts');
      const file = await scalePicture(upload.file);
      if (controller.signal.aborted) return;
      const picture = await uploadPhoto(file, (progress) => patch(upload.key, { progress }), controller.signal);
      uploadOrder.current.set(picture.id, upload.key);
      onUploaded([...latest.current, picture]);
      latest.current = [...latest.current, picture];
      insert(upload.field, picture.id);
      cancel(upload);
    } catch (error) {
      if (controller.signal.aborted) return;
      const failure = error instanceof ApiError ? error : new ApiError(0, UNREACHABLE_MESSAGE);
      patch(upload.key, { failure });
      invalidateUserOnAuthError(client, failure);
    }
  };
  const insert = (field: PictureField, id: number) => {
    const picture = { id, alt: '' };
    if (field === 'logo') return form.setValue('logo', picture, set);
    // In the order of choice, not of arrival.
    const order = (photoId: number) => uploadOrder.current.get(photoId) ?? -1;
    const next = photos().findIndex((other) => order(other.id) > order(id));
    form.setValue('photos', photos().toSpliced(next < 0 ? photos().length : next, 0, picture), set);
  };

  /** How many more pictures fit. One that failed takes no place. */
  const countFree = (field: PictureField) => {
    const inUpload = uploads.filter((upload) => upload.field === field && !upload.failure).length;
    return (field === 'logo' ? (form.getValues('logo') ? 0 : 1) : MAX_PHOTOS - photos().length) - inUpload;
  };

  return {
    uploaded,
    uploads,
    uploading: uploads.some(({ failure }) => !failure),
    cancel,
    retry: (upload) => {
      const failure = countFree(upload.field) > 0 ? undefined : new ApiError(0, tooMany(upload.field));
      if (failure) patch(upload.key, { failure });
      else void start(upload);
    },
    add: (field, files) => {
      const free = countFree(field);
      const checked = files.map((file) => ({ file, error: validateFile(file) }));
      const valid = checked.filter(({ error }) => !error).map(({ file }) => file);
      const added = valid.slice(0, free).map((file) => ({
        key: nextKey(),
        field,
        file,
        preview: URL.createObjectURL(file),
        progress: 0,
      }));
      setUploads((all) => [...all, ...added]);
      for (const upload of added) void start(upload);
      return [
        ...checked.flatMap(({ file, error }) => (error ? [`${file.name}: ${error}`] : [])),
        ...valid.slice(free).map((file) => `${file.name}: ${tooMany(field)}`),
      ];
    },
    remove: (field, id) => {
      if (field === 'logo') form.setValue('logo', null, set);
      else
        form.setValue(
          'photos',
          photos().filter((photo) => photo.id !== id),
          set,
        );
      // A photo uploaded by mistake is deleted at once, or later with all unused ones if that fails. One that a listing already
      // shows is detached when the listing is saved.
      if (uploadOrder.current.delete(id)) send('DELETE', `/api/photos/${id}`).catch(() => {});
    },
  };
}

const tooMany = (field: PictureField) =>
  field === 'logo' ? t('You can add one logo.') : t('You can add up to {max} photos.', { max: MAX_PHOTOS });

let lastKey = 0;
const nextKey = () => ++lastKey;
