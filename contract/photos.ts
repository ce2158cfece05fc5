import { defineMessage } from '#contract/i18n/t.ts';
import { z } from './zod.ts';

/** An uploaded picture: the `src` and `srcset` of its `img`, its largest size in pixels, and its description. */
export const photoSchema = z.object({
  src: z.string(),
  srcSet: z.string(),
  width: z.number().int(),
  height: z.number().int(),
  alt: z.string(),
});
export type Photo = z.infer<typeof photoSchema>;

/** An uploaded picture with the id that a form refers to it by. */
export const uploadedPhotoSchema = photoSchema.extend({ id: z.number().int() });
export type UploadedPhoto = z.infer<typeof uploadedPhotoSchema>;

/** The media types that may be uploaded as a photo. */
export const PHOTO_MIME_TYPES = ['image/jpeg', 'image/png', 'image/webp', 'image/avif'] as const;

/** What phones store photos as. Some browsers read it, and make a JPEG of it before the upload; the API does not. */
export const HEIC_MIME_TYPES = ['image/heic', 'image/heif'];

/** The messages for a refused upload, the same in the form and in the API. */
export type UploadErrorMessages = Record<keyof typeof PHOTO_ERROR_MESSAGES, string>;

/** Those for a photo. */
export const PHOTO_ERROR_MESSAGES = {
  tooLarge: defineMessage('This photo is larger than 10 MB.'),
  unreadable: defineMessage('We couldn’t read this file. Use JPEG, PNG, WebP or AVIF.'),
  tooManyPixels: defineMessage('This photo is larger than 24 megapixels.'),
  unreadableHeic: defineMessage('This browser can’t read HEIC photos. Use JPEG, PNG, WebP or AVIF.'),
} as const;
