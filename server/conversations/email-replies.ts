import { createHash } from 'node:crypto';
import { replySchema } from '#contract/conversations/conversations.ts';
import { MAX_MESSAGE_PICTURES } from '#contract/conversations/topics.ts';
import { toLanguage } from '#contract/i18n/languages.ts';
import { t, translateDefined } from '#contract/i18n/t.ts';
import { findReplier, parseReplyAddress, type Replier } from '#server/conversations/links/tokens.ts';
import type { PictureDeps } from '#server/photos/upload.ts';
import { HttpError, TooManyRequests, Unavailable } from '#server/platform/http/errors.ts';
import { consumeRateLimit, type RateLimit } from '#server/platform/http/rate-limit.ts';
import { inLanguage } from '#server/platform/http/request-language.ts';
import { isSameSecret } from '#server/platform/http/sessions.ts';
import { deferToken } from '#server/platform/jobs/deferred-tokens.ts';
import type { InboundMail, InboundOutcome } from '#server/platform/mail/inbound/inbound-mail.ts';
import { toTokenPath, writeEmail } from '#server/platform/mail/write-email.ts';
import { reply } from './actions.ts';
import type { ConversationDeps } from './deps.ts';
import { storePictures } from './emailed-pictures.ts';
import { replyRefusedEmail } from './refusal-emails.ts';

/** The dependencies of answers by email. */
export type EmailReplyDeps = ConversationDeps & PictureDeps;

// Of one side of a conversation: their pictures are stored before the limit of messages counts them.
const EMAIL_RATE_LIMIT: RateLimit = { limit: 60, windowSeconds: 60 * 60 };

/**
 * Adds an email to the conversations whose addresses it was sent to, without the email that it quotes, its signature, and files that are no
 * pictures. It has to come from the address that we wrote to; else, or when it cannot be added, that address gets an email that says
 * why. The same email is added once.
 * @throws {Unavailable} when its pictures cannot be stored now
 */
export async function takeReply(deps: EmailReplyDeps, mail: InboundMail): Promise<InboundOutcome> {
  const outcomes = new Set<InboundOutcome>();
  const tokens = new Set(mail.recipients.flatMap((to) => parseReplyAddress(to, deps.mailDomain) ?? []));
  for (const token of tokens) outcomes.add(await takeFor(deps, token, mail));
  return outcomes.has('delivered') ? 'delivered' : outcomes.has('refused') ? 'refused' : 'ignored';
}

async function takeFor(deps: EmailReplyDeps, token: string, mail: InboundMail): Promise<InboundOutcome> {
  const replier = await findReplier(deps.db, token);
  const to = replier?.address;
  if (!replier || !to) return 'ignored';
  return inLanguage(toLanguage(replier.language), () => takeFrom(deps, { ...replier, address: to }, token, mail));
}

/** Adds an email of somebody, or sends them an email that says why not, in their language. */
async function takeFrom(
  deps: EmailReplyDeps,
  replier: Replier & { address: string },
  token: string,
  mail: InboundMail,
): Promise<InboundOutcome> {
  const tooMany = () => t('We didn’t pass it on. You have written too many messages within an hour.');
  const refuse = async (reason: string): Promise<InboundOutcome> => {
    const { side, conversationId: id, business } = replier;
    const deferred = side === 'customer' ? deferToken('conversation-page', id) : undefined;
    const page = `/conversations/${id}`;
    const path = deferred ? toTokenPath(page, deferred.placeholder) : page;
    const email = writeEmail(replier.language, () =>
      replyRefusedEmail(deps.site, { to: replier.address, business, reason, path }),
    );
    await deps.db.transaction().execute((trx) => deps.jobs.enqueueEmail(trx, { ...email, deferred }));
    return 'refused';
  };
  if (!isSameSecret(mail.from, replier.address.toLowerCase()))
    return refuse(
      t('It came from another address than this one, so we didn’t pass it on. Please answer from this address.'),
    );
  try {
    await consumeRateLimit(deps.db, `emailed-reply:${replier.conversationId}:${replier.side}`, EMAIL_RATE_LIMIT);
  } catch (error) {
    if (error instanceof TooManyRequests) return refuse(tooMany());
    throw error;
  }
  const { pictures, dropped } = await storePictures(deps, mail);
  const { text } = mail;
  const parsed = replySchema.safeParse({
    text: text === '' && pictures.length > 0 ? t('(a picture)') : text,
    pictures,
    key: toKey(replier.conversationId, mail),
  });
  const explain = (problem: string) => t('We didn’t pass it on. {problem}', { problem: translateDefined(problem) });
  if (!parsed.success) return refuse(explain(parsed.error.issues[0]?.message ?? ''));
  try {
    await reply(deps.db, toTarget(replier, token), parsed.data, deps, 'email');
  } catch (error) {
    if (!(error instanceof HttpError) || error instanceof Unavailable) throw error;
    return refuse(error instanceof TooManyRequests ? tooMany() : explain(error.message));
  }
  if (dropped > 0)
    await refuse(
      t(
        'We passed it on, without {dropped, plural, one {one of its files} other {# of its files}}: a message takes {max} pictures (JPEG, PNG, WebP or AVIF) and no other files, and an email 5 MB in all.',
        { dropped, max: MAX_MESSAGE_PICTURES },
      ),
    );
  return 'delivered';
}

const toTarget = ({ conversationId: id, side, accountId }: Replier, token: string) => ({
  id,
  visitor: side === 'customer' ? { accountId: null, replyToken: token } : { accountId },
});

/** A UUID (version 8, RFC 9562) that is the same whenever the email is delivered again. */
function toKey(conversationId: number, { id, from, text }: InboundMail): string {
  const identity = id === '' ? [from, text] : [from, id];
  const hex = createHash('sha256')
    .update(JSON.stringify([conversationId, ...identity]))
    .digest('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`, `a${hex.slice(17, 20)}`, hex.slice(20, 32)].join(
    '-',
  );
}
