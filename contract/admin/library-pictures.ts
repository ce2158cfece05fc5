import { uploadedPhotoSchema } from '#contract/photos.ts';
import type { z } from '#contract/zod.ts';

/** A picture of the site itself, for its ads and texts. */
export const libraryPictureSchema = uploadedPhotoSchema;
export type LibraryPicture = z.infer<typeof libraryPictureSchema>;
