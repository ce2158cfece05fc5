import { storeUnattachedPicture } from '#server/photos/unattached-pictures.ts';
import type { PictureDeps } from '#server/photos/upload.ts';
import { Invalid } from '#server/platform/http/errors.ts';
import type { InboundMail } from '#server/platform/mail/inbound/inbound-mail.ts';

/** Stores the pictures of an email that can be read. @returns their names, and how many files the message does not get */
export async function storePictures(deps: PictureDeps, mail: Pick<InboundMail, 'pictures' | 'dropped'>) {
  const pictures: string[] = [];
  for (const bytes of mail.pictures) {
    try {
      pictures.push((await storeUnattachedPicture(deps, 'message_pictures', Buffer.from(bytes))).name);
    } catch (error) {
      if (!(error instanceof Invalid)) throw error;
    }
  }
  return { pictures, dropped: mail.dropped + mail.pictures.length - pictures.length };
}
