import { randomBytes } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import type { AnnouncementTexts, RECIPIENT_PROBLEMS, RecipientState } from '#contract/admin/emails/announcements.ts';
import type { SettingValues } from '#contract/admin/settings.ts';
import type { SiteInfo } from '#server/accounts/emails.ts';
import { createUnsubscribeToken, findMailing } from '#server/accounts/mailings.ts';
import type { DB } from '#server/platform/db/schema.ts';
import { TooManyRequests } from '#server/platform/http/errors.ts';
import { consumeRateLimit, type RateLimit } from '#server/platform/http/rate-limit.ts';
import { hashToken } from '#server/platform/http/sessions.ts';
import { MailWithheld } from '#server/platform/mail/limits.ts';
import type { Mailer } from '#server/platform/mail/mailer.ts';
import { InvalidEmail } from '#server/platform/mail/mailer.ts';
import { EmailNotSent } from '#server/platform/mail/smtp-transport.ts';
import { toBounceAddress } from './bounces.ts';
import { composeAnnouncement, type RecipientFacts } from './compose.ts';

/** The dependencies of sending announcements. */
export interface SendDeps {
  db: Kysely<DB>;
  /** With the limits of all emails. */
  mailer: Mailer;
  /** The domain of addresses that take mail; undefined if the site receives none. */
  mailDomain: string | undefined;
  settings: Pick<SettingValues, 'emailsPerHour'>;
  site: SiteInfo;
}

/** Half of what all notices together may be: the others go on. */
export const announcementsPerHour = ({ emailsPerHour }: SendDeps['settings']) => Math.floor(emailsPerHour / 2);

/** How often a mail server may put an email off. */
const MAX_ATTEMPTS = 20;

interface Claim extends Omit<RecipientFacts, 'email'> {
  accountId: number;
  attempts: number;
  /** Null where it cannot be written to any more. */
  email: string | null;
  texts: AnnouncementTexts;
  isNews: boolean;
}

/**
 * Sends an announcement to the next of its recipients, to none twice: its row is claimed before, and what may have been sent is not sent
 * again.
 * @returns whether to go on now: not where none is left, too many were sent in this hour, or the mail server is away
 */
export async function sendNext(deps: SendDeps, id: number): Promise<boolean> {
  const rateLimit: RateLimit = { limit: announcementsPerHour(deps.settings), windowSeconds: 60 * 60 };
  const bounceToken = randomBytes(24).toString('hex');
  const claim = await claimRecipient(deps.db, id, bounceToken);
  if (!claim) return false;
  const record = (state: RecipientState, problem?: (typeof RECIPIENT_PROBLEMS)[number], language?: string) =>
    recordState(deps.db, { id, accountId: claim.accountId, state, problem, language });
  const { email, isNews, texts } = claim;
  if (email === null) return record('failed', 'no-address');
  const stop = isNews ? await createStopTokens(deps.db, claim.accountId) : undefined;
  if (stop === null) return record('unsubscribed');
  const written = composeAnnouncement(deps.site, texts, { ...claim, email }, stop);
  const bounceAddress = toBounceAddress(bounceToken, deps.mailDomain);
  try {
    await consumeRateLimit(deps.db, 'announcements', rateLimit);
    await deps.mailer.send({ ...written, ...(bounceAddress && { bounceAddress }) });
  } catch (error) {
    const problem = findProblem(error, claim.attempts);
    if (problem) return record('failed', problem);
    await record('waiting');
    if (error instanceof TooManyRequests || error instanceof EmailNotSent) return false;
    throw error;
  }
  return record('sent', undefined, written.language);
}

/** Why it is not tried again; undefined if it is. */
function findProblem(error: unknown, attempts: number): (typeof RECIPIENT_PROBLEMS)[number] | undefined {
  if (error instanceof MailWithheld && error.isForRecipient) return 'too-many';
  if (error instanceof InvalidEmail) return 'no-address';
  if (!(error instanceof EmailNotSent)) return undefined;
  if (error.isRecipientRejected) return 'rejected';
  if (!error.isSurelyUnsent) return 'interrupted';
  return attempts >= MAX_ATTEMPTS ? 'refused' : undefined;
}

async function claimRecipient(db: Kysely<DB>, id: number, bounceToken: string): Promise<Claim | undefined> {
  const { rows } = await sql<Claim>`
    with next as (
      select r.account_id from announcement_recipients r join announcements n on n.id = r.announcement_id and n.ended_at is null
      where r.announcement_id = ${id} and r.state = 'waiting' order by r.at, r.account_id limit 1 for update of r skip locked),
    claimed as (
      update announcement_recipients r
      set state = 'sending', at = now(), attempts = r.attempts + 1, bounce_token_hash = ${hashToken(bounceToken)}
      from next where r.announcement_id = ${id} and r.account_id = next.account_id returning r.*)
    select c.account_id as "accountId", c.attempts, a.username, a.language, l.title as listing, n.texts, n.is_news as "isNews",
      case when a.is_active and a.email_confirmed_at is not null then a.email end as email
    from claimed c join announcements n on n.id = c.announcement_id join accounts a on a.id = c.account_id
      left join listings l on l.id = c.listing_id and l.owner_id = a.id`.execute(db);
  return rows[0];
}

/** @returns null when the account unsubscribed */
async function createStopTokens(db: Kysely<DB>, accountId: number) {
  const mailing = await db.transaction().execute((trx) => findMailing(trx, { kind: 'announcement', accountId }));
  if (mailing === null) return null;
  const token = await createUnsubscribeToken(db, mailing);
  const oneClickToken = await createUnsubscribeToken(db, mailing, { onlyUnsubscribes: true });
  return token && oneClickToken ? { token, oneClickToken } : null;
}

/** @returns true, to go on with the next one */
async function recordState(
  db: Kysely<DB>,
  {
    id,
    accountId,
    state,
    problem = null,
    language = null,
  }: { id: number; accountId: number; state: RecipientState; problem?: string | null; language?: string | null },
): Promise<true> {
  await sql`
    update announcement_recipients r set at = now(), problem = ${problem}, language = ${language},
      state = case when ${state} = 'waiting' and n.ended_at is not null then 'stopped' else ${state} end
    from announcements n where n.id = r.announcement_id
      and r.announcement_id = ${id} and r.account_id = ${accountId} and r.state = 'sending'`.execute(db);
  return true;
}
