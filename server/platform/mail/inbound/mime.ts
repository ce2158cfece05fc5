import PostalMime from 'postal-mime';
import { isAutomatic, isBounce } from './automatic.ts';

/** An email as it was sent, decoded. */
export interface ParsedMail {
  /** The address in the From header, in lower case; empty without one. */
  from: string;
  id: string;
  /** Empty without a part of plain text. */
  text: string;
  /** Empty without a part of HTML. */
  html: string;
  isAutomatic: boolean;
  isBounce: boolean;
  attachments: Attachment[];
}

/** A file in an email. */
export interface Attachment {
  /** Whether it is shown in the text, as logos of signatures are. */
  isInline: boolean;
  bytes: Uint8Array;
}

const MAX_NESTING = 20;
const MAX_HEADER_BYTES = 256 * 1024;
// Each part begins with one. The parser limits only how deep parts are nested.
const MAX_BOUNDARY_LINES = 1000;

/**
 * Reads an email as it was sent (RFC 5322, MIME).
 * @throws {Error} for one that is nested too deeply, or has too long headers or too many parts
 */
export async function parseMime(bytes: Buffer): Promise<ParsedMail> {
  if (countBoundaryLines(bytes) > MAX_BOUNDARY_LINES) throw new Error('Too many parts');
  const {
    headers,
    from,
    messageId,
    subject = '',
    text = '',
    html = '',
    attachments,
  } = await PostalMime.parse(bytes, {
    maxNestingDepth: MAX_NESTING,
    maxHeadersSize: MAX_HEADER_BYTES,
    rfc822Attachments: true,
  });
  const values = new Map(headers.map(({ key, value }) => [key, value]));
  const status = attachments.find(({ mimeType }) => mimeType === 'message/delivery-status');
  return {
    from: (from?.address || findAddress(values.get('from') ?? '')).toLowerCase(),
    id: messageId ?? '',
    text,
    html,
    isAutomatic: isAutomatic(values, subject),
    isBounce: isBounce(values, status && toBytes(status.content).toString('latin1')),
    attachments: attachments.map(({ disposition, related, content }) => ({
      isInline: disposition === 'inline' || related === true,
      bytes: toBytes(content),
    })),
  };
}

const toBytes = (content: string | ArrayBuffer | Uint8Array) =>
  typeof content === 'string' ? Buffer.from(content) : Buffer.from(new Uint8Array(content));

/** The address of 'Doe, Jane <jane@mail.example>', whose name should be in quotation marks: otherwise it counts as two addresses. */
const findAddress = (header: string) => /<([^<>@\s,]+@[^<>@\s,]+)>[^<>]*$/.exec(header)?.[1] ?? '';

function countBoundaryLines(bytes: Buffer): number {
  let count = 0;
  for (let at = bytes.indexOf('\n--'); at !== -1 && count <= MAX_BOUNDARY_LINES; at = bytes.indexOf('\n--', at + 1))
    count += 1;
  return count;
}
