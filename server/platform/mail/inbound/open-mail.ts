import { z } from '#contract/zod.ts';
import { type ConfirmSubscription, type Envelope, type InboundMail, MailRefused } from './inbound-mail.ts';
import { type Attachment, type ParsedMail, parseMime } from './mime.ts';
import { readReply } from './reply-text.ts';
import { SERVICES, type ServiceName } from './services.ts';

/** What brought an email: a mail server, or a request of a service. */
export type MailSource = ({ via: 'lmtp' } & Envelope) | { via: ServiceName; contentType: string };

/** What is read of an email. */
export interface ReadOptions {
  maxPictures: number;
  /** `REPLY_LINE` in each language. */
  replyLines: string[];
}

/** An email whose content is not parsed yet. */
export interface OpenedMail {
  envelope: Envelope;
  /** @throws {MailRefused} */
  read(): Promise<InboundMail>;
}

// RFC 5321, 4.5.3.1.3.
const MAX_ADDRESS_LENGTH = 254;
const MAX_ID_LENGTH = 1000;
const MAX_CAUSE_LENGTH = 200;
// Smaller pictures inside a text are logos and icons of a signature.
const MIN_INLINE_BYTES = 20_000;

/**
 * Opens an email, in a process of its own: see `mail-process.ts`.
 * @returns null for a request that brings none
 * @throws {MailRefused} for bytes that are no email
 */
export async function openMail(
  source: MailSource & { bytes: Buffer },
  options: ReadOptions,
): Promise<OpenedMail | ConfirmSubscription | null> {
  const opened =
    source.via === 'lmtp'
      ? { ...source, parse: () => parseMime(source.bytes) }
      : await refuseErrors(SERVICES[source.via](source));
  if (opened === null || 'confirmAt' in opened) return opened;
  const { sender, recipients, parse } = opened;
  const envelope = { sender: toAddress(sender), recipients: recipients.map(toAddress) };
  return { envelope, read: () => refuseErrors(read()) };

  async function read() {
    return toInboundMail(envelope, await parse(), options);
  }
}

function refuseErrors<T>(reading: Promise<T>): Promise<T> {
  return reading.catch((error: Error) => {
    const cause = `${error.name}: ${error.message}`.slice(0, MAX_CAUSE_LENGTH);
    throw new MailRefused(error instanceof z.ZodError ? 'no-email' : 'unreadable', cause);
  });
}

const toAddress = (text: string) => text.toLowerCase().slice(0, MAX_ADDRESS_LENGTH);

/** What is kept of an email: a text of at most 20,000 characters, and as many pictures as a message takes. */
function toInboundMail(
  { recipients }: Envelope,
  { from, id, text, html, isAutomatic, isBounce, attachments }: ParsedMail,
  { maxPictures, replyLines }: ReadOptions,
): InboundMail {
  const files = attachments.filter(({ isInline, bytes }) => !isInline || bytes.length >= MIN_INLINE_BYTES);
  const pictures = files.filter(isPicture).slice(0, maxPictures);
  return {
    recipients,
    from: toAddress(from),
    id: id.slice(0, MAX_ID_LENGTH),
    text: readReply({ text, html }, replyLines),
    isAutomatic,
    isBounce,
    pictures: pictures.map(({ bytes }) => bytes),
    dropped: files.length - pictures.length,
  };
}

// How files of JPEG, PNG, WebP and AVIF begin. What else they hold, the encoder finds out.
const SIGNATURES = [/^\xff\xd8\xff/, /^\x89PNG/, /^RIFF....WEBP/s, /^....ftyp/s];

const isPicture = ({ bytes }: Attachment) =>
  SIGNATURES.some((signature) => signature.test(Buffer.from(bytes.subarray(0, 12)).toString('latin1')));
