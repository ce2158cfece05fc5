import { addressParser } from 'postal-mime';
import { z } from '#contract/zod.ts';
import { type InboundMail, isAutomatic } from './inbound-mail.ts';
import { parseMime } from './mime.ts';

/** A request of a service that receives emails for us: its body as sent, and the Content-Type. */
interface ServiceRequest {
  body: Buffer;
  contentType: string;
}

/** Reads the email that a request brings. @returns null for one that is read and brings none; throws a `ZodError` for another body */
type ReadService = (request: ServiceRequest) => Promise<InboundMail | ConfirmSubscription | null>;

/** Amazon SNS asks whether we want what it sends: opening the address says yes. */
export interface ConfirmSubscription {
  confirmAt: string;
}

const text = z.string().max(5_000_000);
const headerPairs = (pairs: Iterable<[string, string]>) =>
  new Map([...pairs].map(([name, value]) => [name.toLowerCase(), value]));

const postmarkSchema = z.object({
  MessageID: z.string().max(500),
  OriginalRecipient: z.string().max(500),
  FromFull: z.object({ Email: z.string().max(500) }),
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
async function readPostmark({ body }: ServiceRequest): Promise<InboundMail> {
  const mail = postmarkSchema.parse(parseJson(body));
  const headers = headerPairs(mail.Headers.map(({ Name, Value }) => [Name, Value]));
  return {
    recipients: [mail.OriginalRecipient.toLowerCase()],
    from: mail.FromFull.Email.toLowerCase(),
    id: headers.get('message-id') ?? mail.MessageID,
    text: mail.TextBody,
    html: mail.HtmlBody,
    isAutomatic: isAutomatic(headers),
    attachments: mail.Attachments.map(({ Content, ContentID }) => ({
      isInline: Boolean(ContentID),
      bytes: Buffer.from(Content, 'base64'),
    })),
  };
}

const mailgunSchema = z.object({
  recipient: z.string().max(500),
  from: z.string().max(2000),
  'body-plain': text.default(''),
  'body-html': text.default(''),
  'message-headers': z
    .string()
    .default('[]')
    .transform((json) => parseJson(Buffer.from(json)))
    .pipe(z.array(z.tuple([z.string(), z.string()])).max(1000)),
  'content-id-map': z
    .string()
    .default('{}')
    .transform((json) => parseJson(Buffer.from(json)))
    .pipe(z.record(z.string(), z.string())),
});

/** https://documentation.mailgun.com/docs/mailgun/user-manual/receive-forward-store/receive-http */
async function readMailgun({ body, contentType }: ServiceRequest): Promise<InboundMail> {
  const form = await new Response(new Uint8Array(body), { headers: { 'content-type': contentType } })
    .formData()
    .catch(() => new FormData());
  const fields = [...form].filter((entry): entry is [string, string] => typeof entry[1] === 'string');
  const mail = mailgunSchema.parse(Object.fromEntries(fields));
  const headers = headerPairs(mail['message-headers']);
  const inline = new Set(Object.values(mail['content-id-map']));
  const files = [...form].filter((entry): entry is [string, File] => typeof entry[1] !== 'string');
  return {
    recipients: [mail.recipient.toLowerCase()],
    from: (addressParser(mail.from, { flatten: true })[0]?.address ?? '').toLowerCase(),
    id: headers.get('message-id') ?? '',
    text: mail['body-plain'],
    html: mail['body-html'],
    isAutomatic: isAutomatic(headers),
    attachments: await Promise.all(
      files.map(async ([name, file]) => ({ isInline: inline.has(name), bytes: Buffer.from(await file.arrayBuffer()) })),
    ),
  };
}

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
  receipt: z.object({
    recipients: z.array(z.string().max(500)).min(1).max(100),
    action: z.object({ encoding: z.enum(['UTF-8', 'BASE64']).default('UTF-8') }),
  }),
  /** Missing unless the action of the receipt rule is SNS, and for the notice of a successful set-up. */
  content: z.string(),
});

/** https://docs.aws.amazon.com/ses/latest/dg/receiving-email-notifications-contents.html, sent by Amazon SNS */
async function readSes({ body }: ServiceRequest): Promise<InboundMail | ConfirmSubscription | null> {
  const sns = snsSchema.parse(parseJson(body));
  if (sns.Type === 'SubscriptionConfirmation') return { confirmAt: sns.SubscribeURL };
  if (sns.Type === 'UnsubscribeConfirmation') return null;
  const { receipt, content } = sesSchema.parse(parseJson(Buffer.from(sns.Message)));
  const isBase64 = receipt.action.encoding === 'BASE64';
  return parseMime(Buffer.from(content, isBase64 ? 'base64' : 'utf8'), receipt.recipients);
}

/** @returns undefined for what is no JSON, which every schema refuses */
function parseJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString());
  } catch {
    return undefined;
  }
}

/** The services whose requests we read, by the name in the address. */
export const SERVICES: Record<'mailgun' | 'postmark' | 'ses', ReadService> = {
  mailgun: readMailgun,
  postmark: readPostmark,
  ses: readSes,
};
