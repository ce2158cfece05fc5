import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { MAX_PHOTO_BYTES } from '#contract/limits.ts';
import { MAX_PHOTOS } from '#contract/listing-field-schemas.ts';
import type { ListingForm } from '#contract/listing-form.ts';
import { PHOTO_ERROR_MESSAGES, PHOTO_MIME_TYPES, type UploadedPhoto } from '#contract/photos.ts';
import { ApiError, send } from '../app/api.ts';
import { invalidateUserOnAuthError } from '../session/session.ts';
import type { SchemaForm } from '../ui/form/form.tsx';
import { upload } from './upload.ts';

/** What a picture is for. */
export type PictureField = 'logo' | 'photos';

/** A picture that is being uploaded, or was not. */
export interface PictureUpload {
  key: number;
  place: PictureField;
  file: File;
  /** An address of the file itself, for showing it at once. */
  preview: string;
  /** How much of it has been sent, from 0 to 1. */
  sent: number;
  /** Why it was not uploaded. */
  failure?: ApiError;
}

/** What is said to who submits a form whose pictures are still on their way. */
export const STILL_UPLOADING = 'A picture is still on its way. Wait until it is there, or remove it.';

/** The pictures of a form: those it names, and those on their way. */
export interface Pictures {
  /** Whether a picture is on its way: what is submitted now would be without it. */
  uploading: boolean;
  /** What is known of the pictures that the form names. */
  uploaded: UploadedPhoto[];
  uploads: PictureUpload[];
  /** Begins to upload files; answers why some were not taken. */
  add: (place: PictureField, files: File[]) => string[];
  retry: (sending: PictureUpload) => void;
  /** Gives up what is being uploaded, or was not. */
  cancel: (sending: PictureUpload) => void;
  /** Takes a picture out of the form. */
  remove: (place: PictureField, id: number) => void;
}

/**
 * Uploads pictures for a form and keeps its `logo` and `photos`.
 * @param uploaded what is known of the pictures that the form names, for showing them
 * @param onUploaded told the same with one more
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
  const [sending, setSending] = useState<PictureUpload[]>([]);
  const known = useRef(uploaded);
  known.current = uploaded;
  const inFlight = useRef(new Map<number, AbortController>());
  /** The pictures uploaded here, each with the place in which it was chosen. */
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
    setSending((all) => all.map((one) => (one.key === key ? { ...one, ...changed } : one)));

  const cancel = ({ key, preview }: PictureUpload) => {
    inFlight.current.get(key)?.abort();
    inFlight.current.delete(key);
    URL.revokeObjectURL(preview);
    setSending((all) => all.filter((one) => one.key !== key));
  };
  const start = async (one: PictureUpload) => {
    const controller = new AbortController();
    inFlight.current.set(one.key, controller);
    patch(one.key, { sent: 0, failure: undefined });
    try {
      const picture = await upload(one.file, (sent) => patch(one.key, { sent }), controller.signal);
      uploadOrder.current.set(picture.id, one.key);
      onUploaded([...known.current, picture]);
      known.current = [...known.current, picture];
      place(one.place, picture.id);
      cancel(one);
    } catch (error) {
      if (controller.signal.aborted || !(error instanceof ApiError)) return;
      patch(one.key, { failure: error });
      invalidateUserOnAuthError(client, error);
    }
  };
  const place = (where: PictureField, id: number) => {
    const picture = { id, alt: '' };
    if (where === 'logo') return form.setValue('logo', picture, set);
    // In the order in which they were chosen, whichever arrives first.
    const order = (of: number) => uploadOrder.current.get(of) ?? -1;
    const later = photos().findIndex((other) => order(other.id) > order(id));
    form.setValue('photos', photos().toSpliced(later < 0 ? photos().length : later, 0, picture), set);
  };

  return {
    uploaded,
    uploads: sending,
    uploading: sending.some(({ failure }) => !failure),
    cancel,
    retry: start,
    add: (where, files) => {
      const there = sending.filter((one) => one.place === where).length;
      const free = where === 'logo' ? 1 : MAX_PHOTOS - photos().length - there;
      const refused = files.map((file) => ({ file, why: validateFile(file) }));
      const good = refused.filter(({ why }) => !why).map(({ file }) => file);
      const taken = good.slice(0, free).map((file) => ({
        key: nextKey(),
        place: where,
        file,
        preview: URL.createObjectURL(file),
        sent: 0,
      }));
      setSending((all) => [...all, ...taken]);
      for (const one of taken) void start(one);
      return [
        ...refused.flatMap(({ file, why }) => (why ? [`${file.name}: ${why}`] : [])),
        ...good
          .slice(free)
          .map((file) => `${file.name}: ${where === 'logo' ? 'One logo' : `At most ${MAX_PHOTOS} images`}.`),
      ];
    },
    remove: (where, id) => {
      if (where === 'logo') form.setValue('logo', null, set);
      else
        form.setValue(
          'photos',
          photos().filter((photo) => photo.id !== id),
          set,
        );
      // Nobody shall find what was uploaded by mistake. What a listing shows already is let go when that is saved.
      if (uploadOrder.current.delete(id)) send('DELETE', `/api/photos/${id}`).catch(() => {});
    },
  };
}

/** Whether the same file could be taken another time. */
export const isRetryable = ({ status }: ApiError) => status !== 400 && status !== 413;

function validateFile({ type, size }: File): string | undefined {
  // Where the system does not know the type, the server finds out.
  if (type && !PHOTO_MIME_TYPES.some((known) => known === type)) return PHOTO_ERROR_MESSAGES.unreadable;
  return size > MAX_PHOTO_BYTES ? PHOTO_ERROR_MESSAGES.tooLarge : undefined;
}

let lastKey = 0;
const nextKey = () => ++lastKey;
