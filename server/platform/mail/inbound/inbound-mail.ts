/** Between whom an email goes, as who passes it on says. Addresses are in lower case. */
export interface Envelope {
  /** Empty for a bounce. */
  sender: string;
  recipients: string[];
}

/** An email that was sent to us, from whatever brought it. Its parts are bounded: see `toInboundMail`. */
export interface InboundMail {
  recipients: string[];
  /** The address in the From header, in lower case; empty without one. */
  from: string;
  /** The Message-ID, or what the service calls the email; the same when it is delivered again. */
  id: string;
  /** What a person wrote, see `readReply`; empty without a text. */
  text: string;
  /** Whether a program sent it: out of office, a bounce, a mailing list. */
  isAutomatic: boolean;
  /** Whether it says that an email of ours could not be delivered. */
  isBounce: boolean;
  /** Files that look like pictures. */
  pictures: Uint8Array[];
  /** How many other files it has. */
  dropped: number;
}

/** What became of an email: it was passed on, its sender got an email that says why not, or it was not answered. */
export type InboundOutcome = 'delivered' | 'refused' | 'ignored';

/** Amazon SNS asks whether we want what it sends: opening the address says yes. */
export interface ConfirmSubscription {
  confirmAt: string;
}

/**
 * Takes an email. When it resolves, the email is stored or its refusal is queued.
 * @throws when it has to be delivered again later
 */
export type TakeInboundMail = (mail: InboundMail) => Promise<InboundOutcome>;

/** An email that is never taken, however often it is delivered. */
export class MailRefused extends Error {
  readonly reason: keyof typeof REFUSALS;

  /** @param cause for the log */
  constructor(reason: keyof typeof REFUSALS, cause?: string) {
    super(REFUSALS[reason], { cause });
    this.reason = reason;
  }
}

const REFUSALS = {
  'too-large': 'The message is too large.',
  unreadable: 'The message cannot be read.',
  'no-email': 'This is no email of the service.',
};

/** How many bytes an email may have, with its attachments as base64. */
export const MAX_INBOUND_BYTES = 5 * 1024 * 1024;

/** Of a request that brings an email: as base64 it takes a third more, and some characters of JSON take several bytes. */
export const MAX_REQUEST_BYTES = 8 * 1024 * 1024;
