import { idSchema } from '#contract/api.ts';
import { defineMessage } from '#contract/i18n/t.ts';
import { uploadedPhotoSchema } from '#contract/photos.ts';
import { singleLine } from '#contract/values/visible-text.ts';
import { z } from '#contract/zod.ts';

export const MAX_ALT_LENGTH = 300;

const percent = z.number().int().min(0).max(100);

/** `PUT /api/admin/pictures/{id}`. `focusX` and `focusY` are what stays in view where it is cropped, in percent from the top left. */
export const pictureEditSchema = z.object({
  alt: singleLine({
    min: 1,
    tooShort: defineMessage('Describe the picture for people who can’t see it'),
    max: MAX_ALT_LENGTH,
    tooLong: defineMessage('Use at most 300 characters'),
  }),
  focusX: percent,
  focusY: percent,
});
export type PictureEdit = z.output<typeof pictureEditSchema>;

/** A picture of the site itself, for its ads and texts. `alt` is empty until somebody described it. */
export const libraryPictureSchema = uploadedPhotoSchema.extend({ focusX: percent, focusY: percent });
export type LibraryPicture = z.infer<typeof libraryPictureSchema>;

/** Where a picture is used: a text by its key, or the ad of an advertiser. */
const pictureUseSchema = z.object({ kind: z.enum(['text', 'ad']), name: z.string() });
export type PictureUse = z.infer<typeof pictureUseSchema>;

/** `GET /api/admin/pictures`: newest first. */
export const listedPictureSchema = libraryPictureSchema.extend({
  createdAt: z.string(),
  bytes: z.number().int(),
  uses: z.array(pictureUseSchema),
});
export type ListedPicture = z.infer<typeof listedPictureSchema>;

export const pictureIdSchema = z.object({ id: idSchema });
