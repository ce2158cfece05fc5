import type { ListingForm } from '#contract/listing-form.ts';
import { type UploadedPhoto, uploadedPhotoSchema } from '#contract/photos.ts';
import { z } from '#contract/zod.ts';
import { getSessionStorage, readStoredObject, storeObject } from '../app/browser-storage.ts';
import { parseStoredForm } from '../listing-form/draft.ts';

/** An edit that was begun and not saved. */
export interface EditDraft {
  /** The version of the listing that it began from, and what its form held then. */
  version: number;
  base: ListingForm;
  /** What the form holds now, and the uploaded pictures that it names. */
  values: ListingForm;
  uploaded: UploadedPhoto[];
  /** When it was last typed in: ISO 8601 in UTC. */
  at: string;
}

const storedFormSchema = z.looseObject({}).transform(parseStoredForm);
const editDraftSchema = z.object({
  version: z.number().int(),
  base: storedFormSchema,
  values: storedFormSchema,
  uploaded: z.array(uploadedPhotoSchema).max(20),
  at: z.iso.datetime(),
});

const storageKey = (id: number) => `adEdit:${id}`;

/** The edit of a listing that this tab keeps, if any. */
export function readEditDraft(id: number, storage = getSessionStorage()): EditDraft | null {
  const { data } = editDraftSchema.safeParse(readStoredObject(storage, storageKey(id)));
  return data ?? null;
}

/** Keeps an edit in this tab, through reloads and signing in, until it is forgotten or the tab is closed. */
export function saveEditDraft(id: number, edit: EditDraft, storage = getSessionStorage()): void {
  storeObject(storage, storageKey(id), edit);
}

/** It was saved, or is not wanted. */
export function deleteEditDraft(id: number, storage = getSessionStorage()): void {
  storage?.removeItem(storageKey(id));
}
