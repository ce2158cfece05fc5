import { createECDH } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import { apiErrorSchema } from '#contract/api.ts';
import { type PushSubscriptionInput, pushStatusSchema, pushSubscriptionSchema } from '#contract/conversations/push.ts';
import { toLocalPath } from '#contract/i18n/languages.ts';
import { t } from '#contract/i18n/t.ts';
import { z } from '#contract/zod.ts';
import type { SiteInfo } from '#server/accounts/emails.ts';
import type { DB } from '#server/platform/db/schema.ts';
import type { Api } from '#server/platform/http/api.ts';
import { Invalid } from '#server/platform/http/errors.ts';
import { requireConfirmedEmail } from '#server/platform/http/permissions.ts';
import { getLanguage } from '#server/platform/http/request-language.ts';
import { requireSignedIn, requireUser } from '#server/platform/http/sessions.ts';
import type { Push } from './push.ts';

const PATH = '/api/user/push-subscription';
const tags = ['Conversations'];

/** Push messages about conversations to the browser of a session. They end with the session. */
export function pushRoutes(api: Api, { db, push, site }: { db: Kysely<DB>; push: Push; site: SiteInfo }) {
  const readStatus = async (sessionId: number) => {
    const row = await db
      .selectFrom('push_subscriptions')
      .select('endpoint')
      .where('session_id', '=', sessionId)
      .executeTakeFirst();
    return { publicKey: push.publicKey, endpoint: row?.endpoint ?? null };
  };

  api.get(
    PATH,
    {
      onRequest: requireSignedIn,
      schema: {
        tags,
        summary: 'Whether the browser of this session gets push messages',
        response: { 200: pushStatusSchema, 401: apiErrorSchema },
      },
    },
    (request) => readStatus(requireUser(request).sessionId),
  );

  api.put(
    PATH,
    {
      onRequest: [requireSignedIn, requireConfirmedEmail],
      schema: {
        tags,
        summary: 'Send push messages to the browser of this session, the first one at once',
        body: pushSubscriptionSchema,
        response: { 200: pushStatusSchema, 400: apiErrorSchema, 401: apiErrorSchema, 403: apiErrorSchema },
      },
    },
    async (request) => {
      const { sessionId } = requireUser(request);
      if (!isPublicKey(request.body.keys.p256dh))
        throw new Invalid(t('This is no key of a browser.'), [{ path: 'keys.p256dh', message: t('This is no key.') }]);
      await subscribe(sessionId, request.body);
      return readStatus(sessionId);
    },
  );

  api.delete(
    PATH,
    {
      onRequest: requireSignedIn,
      schema: { tags, summary: 'Send none any more', response: { 204: z.null(), 401: apiErrorSchema } },
    },
    async (request, response) => {
      const { sessionId } = requireUser(request);
      await db.deleteFrom('push_subscriptions').where('session_id', '=', sessionId).execute();
      return response.code(204).send(null);
    },
  );

  /** Another session of the same browser gives it up. */
  const subscribe = (sessionId: number, { endpoint, keys }: PushSubscriptionInput) =>
    db.transaction().execute(async (trx) => {
      await sql`
        delete from push_subscriptions
        where (endpoint = ${endpoint} or session_id = ${sessionId}) and (endpoint, session_id) <> (${endpoint}, ${sessionId})`.execute(
        trx,
      );
      const { rows } = await sql<{ isNew: boolean }>`
        insert into push_subscriptions (session_id, endpoint, public_key, auth_secret)
        select id, ${endpoint}, ${keys.p256dh}, ${keys.auth} from sessions where id = ${sessionId} for key share
        on conflict (endpoint) do update set public_key = excluded.public_key, auth_secret = excluded.auth_secret
        returning xmax = 0 as "isNew"`.execute(trx);
      if (rows[0]?.isNew)
        await push.enqueue(trx, { sessionId }, () => ({
          title: t('Notifications are on'),
          body: t('{name} tells you about new messages in this browser.', { name: site.name }),
          path: toLocalPath('/account#messages', getLanguage()),
        }));
    });
}

/** Whether messages can be encrypted for it: it is a point of the curve P-256. */
function isPublicKey(key: string): boolean {
  const own = createECDH('prime256v1');
  own.generateKeys();
  try {
    own.computeSecret(Buffer.from(key, 'base64url'));
    return true;
  } catch {
    return false;
  }
}
