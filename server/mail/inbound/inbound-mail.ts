/** An email that was sent to us, from whatever brought it. */
export interface InboundMail {
  /** The addresses that it was delivered to, in lower case. */
  recipients: string[];
  /** The address in the From header, in lower case; empty without one. */
  from: string;
  /** The Message-ID, or what the service calls the email; the same when it is delivered again. */
  id: string;
  /** Empty without a part of plain text. */
  text: string;
  /** Empty without a part of HTML. */
  html: string;
  /** Whether a program sent it: out of office, a bounce, a mailing list. */
  isAutomatic: boolean;
  attachments: Attachment[];
}

/** A file in an email. */
export interface Attachment {
  /** Whether it is shown in the text, as logos of signatures are. */
  isInline: boolean;
  bytes: Buffer;
}

/** What became of an email: it was passed on, its sender got an email that says why not, or it was not answered. */
export type InboundOutcome = 'delivered' | 'refused' | 'ignored';

/**
 * Takes an email. When it resolves, the email is stored or its refusal is queued.
 * @throws when it has to be delivered again later
 */
export type TakeInboundMail = (mail: InboundMail) => Promise<InboundOutcome>;

/** How many bytes an email may have, with its attachments as base64: more than Gmail and Outlook send. */
export const MAX_INBOUND_BYTES = 36 * 1024 * 1024;

/** Whether the headers say that no person wrote an email (RFC 3834, and what programs without it send). Names are in lower case. */
export function isAutomatic(headers: Map<string, string>): boolean {
  const get = (name: string) => headers.get(name)?.trim().toLowerCase() ?? '';
  const submitted = get('auto-submitted');
  return (
    (submitted !== '' && submitted !== 'no') ||
    /^(?:bulk|junk|list|auto_reply)$/.test(get('precedence')) ||
    get('x-autoreply') !== '' ||
    get('x-autorespond') !== '' ||
    get('list-id') !== '' ||
    get('return-path') === '<>' ||
    get('content-type').startsWith('multipart/report') ||
    /(?:^|<)(?:mailer-daemon|postmaster)@/.test(get('from'))
  );
}
