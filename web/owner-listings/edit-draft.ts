import type { ListingForm } from '#contract/listing-form.ts';
import { type UploadedPhoto, uploadedPhotoSchema } from '#contract/photos.ts';
import { z } from '#contract/zod.ts';
import { getSessionStorage } from '#web/base/api/browser-storage.ts';
import { createStoredDraft } from '#web/base/api/stored-draft.ts';
import { parseStoredForm } from '#web/listing-form/draft.ts';

/** An edit that is not saved yet. */
export interface EditDraft {
  /** The listing's version when the edit began, and the form's values then. */
  version: number;
  base: ListingForm;
  /** The form's values now, and the uploaded pictures that they refer to. */
  values: ListingForm;
  uploaded: UploadedPhoto[];
  /** Time of the last change: ISO 8601, UTC. */
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

/**
 * The edit of a listing in this tab, if one was begun and neither saved nor discarded. Dropped whole where a part is missing.
 * @param prefix of its key: that of an edit by the owner, or by the staff
 */
export const editDraft = (listingId: number, prefix: 'adEdit' | 'deskEdit' = 'adEdit') =>
  createStoredDraft(
    `${prefix}:${listingId}`,
    getSessionStorage,
    (stored): EditDraft | null => editDraftSchema.safeParse(stored).data ?? null,
  );
