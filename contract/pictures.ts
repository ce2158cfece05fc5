/** What can be uploaded as a picture. */
export const PHOTO_MIME_TYPES = ['image/jpeg', 'image/png', 'image/webp', 'image/avif'] as const;

export const MAX_PHOTO_BYTES = 10 * 1024 * 1024;
/** Cameras that are sold as having 24 megapixels make pictures of up to 24.5 million. */
export const MAX_PHOTO_PIXELS = 24_500_000;

/** What is said of a picture that cannot be taken, whoever notices first. */
export const PHOTO_ERROR_MESSAGES = {
  tooLarge: 'The picture is larger than 10 MB.',
  unreadable: 'This is no picture that we can read. Use JPEG, PNG, WebP or AVIF.',
  tooManyPixels: 'The picture has more than 24 megapixels.',
} as const;
