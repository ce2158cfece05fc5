import { Invalid } from '../http/errors.ts';
import type { InboundMail } from '../mail/inbound/inbound-mail.ts';
import { storeLoosePicture } from '../photos/loose-pictures.ts';
import type { PictureDeps } from '../photos/upload.ts';

/** Stores the pictures of an email that can be read. @returns their names, and how many files the message does not get */
export async function storePictures(deps: PictureDeps, mail: Pick<InboundMail, 'pictures' | 'dropped'>) {
  const pictures: string[] = [];
  for (const bytes of mail.pictures) {
    try {
      pictures.push((await storeLoosePicture(deps, 'message_pictures', Buffer.from(bytes))).name);
    } catch (error) {
      if (!(error instanceof Invalid)) throw error;
    }
  }
  return { pictures, dropped: mail.dropped + mail.pictures.length - pictures.length };
}
