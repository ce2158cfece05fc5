import PostalMime from 'postal-mime';
import { type InboundMail, isAutomatic } from './inbound-mail.ts';

/**
 * Reads an email as it was sent (RFC 5322, MIME).
 * @param recipients of the envelope
 * @throws {Error} for one that is nested too deeply to be read
 */
export async function parseMime(bytes: Buffer, recipients: string[]): Promise<InboundMail> {
  const {
    headers,
    from,
    messageId,
    text = '',
    html = '',
    attachments,
  } = await PostalMime.parse(bytes, {
    maxNestingDepth: 20,
    rfc822Attachments: true,
  });
  return {
    recipients: recipients.map((address) => address.toLowerCase()),
    from: (from?.address ?? '').toLowerCase(),
    id: messageId ?? '',
    text,
    html,
    isAutomatic: isAutomatic(new Map(headers.map(({ key, value }) => [key, value]))),
    attachments: attachments.map(({ disposition, related, content }) => ({
      isInline: disposition === 'inline' || related === true,
      // A view of the content, not a copy; texts are small.
      bytes: typeof content === 'string' ? Buffer.from(content) : toBuffer(content),
    })),
  };
}

const toBuffer = (content: ArrayBuffer | Uint8Array) =>
  content instanceof Uint8Array
    ? Buffer.from(content.buffer as ArrayBuffer, content.byteOffset, content.byteLength)
    : Buffer.from(content);
