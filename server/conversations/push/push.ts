import { type Kysely, sql, type Transaction } from 'kysely';
import type { PushMessage } from '#contract/conversations/push.ts';
import { toLanguage } from '#contract/i18n/languages.ts';
import type { SiteInfo } from '#server/accounts/emails.ts';
import type { DB } from '#server/platform/db/schema.ts';
import { inLanguage } from '#server/platform/http/request-language.ts';
import type { Jobs } from '#server/platform/jobs/jobs.ts';
import { findOrCreateVapidKeys } from './vapid-keys.ts';

/** Sends messages to the browsers that accounts chose. */
export interface Push {
  /** The public key that browsers subscribe with. */
  publicKey: string;
  /**
   * Sends a message to all browsers of some accounts, or to that of a session, if and only if the transaction commits.
   * @param write writes it, in the language of each account
   */
  enqueue(trx: Transaction<DB>, to: PushRecipients, write: () => PushMessage): Promise<void>;
}

type PushRecipients = { accountIds: number[] } | { sessionId: number };

/** Sends an encrypted message to a push service. @returns the status of the response */
export type PostPush = (
  url: string,
  request: { method: string; headers: Record<string, string>; body: Buffer },
) => Promise<number>;

const QUEUE = {
  name: 'push',
  // 15 s, 30 s, 1 min … 16 min: later than that a message is old news.
  retryLimit: 7,
  retryDelay: 15,
  retryBackoff: true,
  expireInSeconds: 60,
  // The job holds the beginning of a message.
  deleteAfterSeconds: 3600,
};
const TIMEOUT_MS = 10_000;
// How long a push service keeps a message for a browser that is off.
const TTL_SECONDS = 24 * 60 * 60;

/** The push service does not know the browser any more, so that no retry would succeed. */
class SubscriptionGone extends Error {}

/** Opens the queue of push messages. */
export async function openPush({
  db,
  jobs,
  site,
  post = postToService,
}: {
  db: Kysely<DB>;
  jobs: Jobs;
  site: SiteInfo;
  post?: PostPush;
}): Promise<Push> {
  const keys = await findOrCreateVapidKeys(db);
  const queue = await jobs.openQueue<PushMessage & { subscriptionId: number }>({
    queue: QUEUE,
    concurrency: 6,
    async work({ subscriptionId, ...message }) {
      const subscription = await findActive(db, subscriptionId);
      if (!subscription) return;
      const { endpoint, public_key: p256dh, auth_secret: auth } = subscription;
      const { default: webPush } = await import('web-push');
      const { method, headers, body } = webPush.generateRequestDetails(
        { endpoint, keys: { p256dh, auth } },
        JSON.stringify(message),
        {
          vapidDetails: { subject: `mailto:${site.supportEmail}`, ...keys },
          TTL: TTL_SECONDS,
          contentEncoding: 'aes128gcm',
        },
      );
      const status = await post(endpoint, { method, headers: toText(headers), body });
      if (status >= 200 && status < 300) return;
      if (status === 404 || status === 410) {
        await db.deleteFrom('push_subscriptions').where('id', '=', subscriptionId).execute();
        return;
      }
      if (status >= 400 && status < 500 && status !== 429)
        throw new SubscriptionGone(`the push service answered ${status}`);
      throw new Error(`the push service answered ${status}`);
    },
    isPermanentFailure: (error) => error instanceof SubscriptionGone,
    failureMessage: 'a push message was not sent',
    toLogFields: ({ subscriptionId }) => ({ subscription: subscriptionId }),
  });
  return {
    publicKey: keys.publicKey,
    async enqueue(trx, to, write) {
      const isTo =
        'sessionId' in to ? sql`s.id = ${to.sessionId}` : sql`s.account_id = any(${to.accountIds}::bigint[])`;
      const { rows } = await sql<{ id: number; language: string }>`
        select p.id, a.language from push_subscriptions p
        join sessions s on s.id = p.session_id join accounts a on a.id = s.account_id where ${isTo}`.execute(trx);
      const jobs = rows.map(({ id, language }) => ({ subscriptionId: id, ...inLanguage(toLanguage(language), write) }));
      if (jobs.length > 0) await queue.add(trx, jobs);
    },
  };
}

/** Finds the subscription of a session that is still valid. */
const findActive = (db: Kysely<DB>, id: number) =>
  db
    .selectFrom('push_subscriptions as p')
    .innerJoin('sessions as s', 's.id', 'p.session_id')
    .innerJoin('accounts as a', 'a.id', 's.account_id')
    .select(['p.endpoint', 'p.public_key', 'p.auth_secret'])
    .where('p.id', '=', id)
    .where('a.is_active', '=', true)
    .executeTakeFirst();

const toText = (headers: Record<string, unknown>) =>
  Object.fromEntries(
    Object.entries(headers)
      // `fetch` sets this header itself.
      .filter(([name]) => name.toLowerCase() !== 'content-length')
      .map(([name, value]) => [name, String(value)]),
  );

const postToService: PostPush = async (url, { method, headers, body }) => {
  const { status } = await fetch(url, {
    method,
    headers,
    body: new Uint8Array(body),
    redirect: 'error',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  return status;
};
