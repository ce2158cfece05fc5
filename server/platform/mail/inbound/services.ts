import { addressParser } from 'postal-mime';
import { z } from '#contract/zod.ts';
import { isAutomatic, isBounce } from './automatic.ts';
import type { ConfirmSubscription, Envelope } from './inbound-mail.ts';
import { type ParsedMail, parseMime } from './mime.ts';

/** A request of a service that receives emails for us: its body as sent, and the Content-Type. */
interface ServiceRequest {
  bytes: Buffer;
  contentType: string;
}

/** Opens the email that a request brings. @returns null for one that brings none; throws a `ZodError` for another body */
type OpenRequest = (
  request: ServiceRequest,
) => Promise<(Envelope & { parse(): Promise<ParsedMail> | ParsedMail }) | ConfirmSubscription | null>;

const text = z.string().max(5_000_000);
const headerPairs = (pairs: Iterable<[string, string]>) =>
  new Map([...pairs].map(([name, value]) => [name.toLowerCase(), value]));

const postmarkSchema = z.object({
  MessageID: z.string().max(500),
  OriginalRecipient: z.string().max(500),
  FromFull: z.object({ Email: z.string().max(500) }),
  Subject: text.default(''),
  TextBody: text.default(''),
  HtmlBody: text.default(''),
  Headers: z
    .array(z.object({ Name: z.string(), Value: z.string() }))
    .max(1000)
    .default([]),
  Attachments: z
    .array(z.object({ Content: z.string(), ContentID: z.string().nullish() }))
    .max(100)
    .default([]),
});

/** https://postmarkapp.com/developer/webhooks/inbound-webhook */
const openPostmark: OpenRequest = async ({ bytes }) => {
  const mail = postmarkSchema.parse(parseJson(bytes));
  const headers = headerPairs(mail.Headers.map(({ Name, Value }) => [Name, Value]));
  const from = mail.FromFull.Email.toLowerCase();
  return {
    sender: from,
    recipients: [mail.OriginalRecipient],
    parse: () => ({
      from,
      id: headers.get('message-id') ?? mail.MessageID,
      text: mail.TextBody,
      html: mail.HtmlBody,
      isAutomatic: isAutomatic(headers, mail.Subject),
      isBounce: isBounce(headers),
      attachments: mail.Attachments.map(({ Content, ContentID }) => ({
        isInline: Boolean(ContentID),
        bytes: Buffer.from(Content, 'base64'),
      })),
    }),
  };
};

const mailgunSchema = z.object({
  recipient: z.string().max(500),
  from: z.string().max(2000),
  subject: text.default(''),
  'body-plain': text.default(''),
  'body-html': text.default(''),
  'message-headers': z
    .string()
    .default('[]')
    .transform((json) => parseJson(json))
    .pipe(z.array(z.tuple([z.string(), z.string()])).max(1000)),
  'content-id-map': z
    .string()
    .default('{}')
    .transform((json) => parseJson(json))
    .pipe(z.record(z.string(), z.string())),
});

/** https://documentation.mailgun.com/docs/mailgun/user-manual/receive-forward-store/receive-http */
const openMailgun: OpenRequest = async ({ bytes, contentType }) => {
  const form = await new Response(new Uint8Array(bytes), { headers: { 'content-type': contentType } })
    .formData()
    .catch(() => new FormData());
  const fields = [...form].filter((entry): entry is [string, string] => typeof entry[1] === 'string');
  const mail = mailgunSchema.parse(Object.fromEntries(fields));
  const headers = headerPairs(mail['message-headers']);
  const inline = new Set(Object.values(mail['content-id-map']));
  const files = [...form].filter((entry): entry is [string, File] => typeof entry[1] !== 'string');
  const from = (addressParser(mail.from, { flatten: true })[0]?.address ?? '').toLowerCase();
  return {
    sender: from,
    recipients: [mail.recipient],
    parse: async () => ({
      from,
      id: headers.get('message-id') ?? '',
      text: mail['body-plain'],
      html: mail['body-html'],
      isAutomatic: isAutomatic(headers, mail.subject),
      isBounce: isBounce(headers),
      attachments: await Promise.all(
        files.map(async ([name, file]) => ({
          isInline: inline.has(name),
          bytes: Buffer.from(await file.arrayBuffer()),
        })),
      ),
    }),
  };
};

const snsSchema = z.discriminatedUnion('Type', [
  z.object({ Type: z.literal('Notification'), Message: z.string() }),
  // No other host: we open this address.
  z.object({
    Type: z.literal('SubscriptionConfirmation'),
    SubscribeURL: z
      .string()
      .max(2000)
      .regex(/^https:\/\/sns\.[a-z0-9-]+\.amazonaws\.com(?:\.cn)?\/\?/),
  }),
  z.object({ Type: z.literal('UnsubscribeConfirmation') }),
]);

const sesSchema = z.object({
  notificationType: z.literal('Received'),
  /** The sender of the envelope; empty for a bounce. */
  mail: z.object({ source: z.string().max(500) }),
  receipt: z.object({
    recipients: z.array(z.string().max(500)).min(1).max(100),
    action: z.object({ encoding: z.enum(['UTF-8', 'BASE64']).default('UTF-8') }),
  }),
  /** Missing unless the action of the receipt rule is SNS, and for the notice of a successful set-up. */
  content: z.string(),
});

/** https://docs.aws.amazon.com/ses/latest/dg/receiving-email-notifications-contents.html, sent by Amazon SNS */
const openSes: OpenRequest = async ({ bytes }) => {
  const sns = snsSchema.parse(parseJson(bytes));
  if (sns.Type === 'SubscriptionConfirmation') return { confirmAt: sns.SubscribeURL };
  if (sns.Type === 'UnsubscribeConfirmation') return null;
  const { mail, receipt, content } = sesSchema.parse(parseJson(sns.Message));
  const isBase64 = receipt.action.encoding === 'BASE64';
  return {
    sender: mail.source,
    recipients: receipt.recipients,
    parse: () => parseMime(Buffer.from(content, isBase64 ? 'base64' : 'utf8')),
  };
};

/** @returns undefined for what is no JSON, which every schema refuses */
function parseJson(text: string | Buffer): unknown {
  try {
    return JSON.parse(text.toString());
  } catch {
    return undefined;
  }
}

/** A service that receives emails for us, by the name in the address. */
export type ServiceName = 'mailgun' | 'postmark' | 'ses';

/** The services whose requests we read. */
export const SERVICES: Record<ServiceName, OpenRequest> = {
  mailgun: openMailgun,
  postmark: openPostmark,
  ses: openSes,
};
