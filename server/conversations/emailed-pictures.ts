import { MAX_MESSAGE_PICTURES } from '#contract/conversations/topics.ts';
import { MAX_PHOTO_BYTES } from '#contract/limits.ts';
import { Invalid } from '../http/errors.ts';
import type { Attachment } from '../mail/inbound/inbound-mail.ts';
import { storeLoosePicture } from '../photos/loose-pictures.ts';
import type { PictureDeps } from '../photos/upload.ts';

// Smaller pictures inside a text are logos and icons of a signature.
const MIN_INLINE_BYTES = 20_000;

/** The pictures that a message takes, and how many files it does not. */
export async function storePictures(deps: PictureDeps, attachments: Attachment[]) {
  const files = attachments.filter(({ isInline, bytes }) => !isInline || bytes.length >= MIN_INLINE_BYTES);
  const pictures: string[] = [];
  for (const { bytes } of files) {
    if (pictures.length === MAX_MESSAGE_PICTURES) break;
    if (bytes.length > MAX_PHOTO_BYTES) continue;
    try {
      pictures.push((await storeLoosePicture(deps, 'message_pictures', bytes)).name);
    } catch (error) {
      if (!(error instanceof Invalid)) throw error;
    }
  }
  return { pictures, dropped: files.length - pictures.length };
}
