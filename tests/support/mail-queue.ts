import { type Kysely, sql } from 'kysely';
import { afterAll, expect, vi } from 'vitest';
import type { DB } from '#server/platform/db/schema.ts';
import { type Jobs, openJobs } from '#server/platform/jobs/jobs.ts';
import type { Email } from '#server/platform/mail/mailer.ts';
import { createTokenCreators } from '#server/site/program/token-creators.ts';
import type { createTestApi, Visitor } from './api.ts';
import { scaleTimeout } from './timeouts.ts';

/**
 * Opens the job queue in several simulated processes that share a database with the app under test, and closes them after
 * the tests. Collects the emails of all of them: the app polls the queue too.
 */
export async function openMailQueue(api: Awaited<ReturnType<typeof createTestApi>>, count: number) {
  const emails: Email[] = api.emails;
  const mail = { send: async (email: Email) => void emails.push(email), close: async () => {} };
  const { db, http } = api;
  const processes = await Promise.all(
    Array.from({ length: count }, () =>
      openJobs({ db, mailer: mail, log: http.log, tokenCreators: createTokenCreators(db) }),
    ),
  );
  afterAll(async () => {
    await Promise.all(processes.map(({ close }) => close()));
    await api.close();
  });
  return { emails, processes, jobs: processes[0] as Jobs };
}

/** Resolves when no email is waiting to be sent. */
export async function waitForEmptyMailQueue(db: Kysely<DB>): Promise<void> {
  const countQuery = sql<{ remaining: number }>`
    select count(*)::int as remaining from pgboss.job where name = 'mail' and state < 'completed'`;
  await vi.waitFor(async () => expect((await countQuery.execute(db)).rows[0]?.remaining).toBe(0), {
    timeout: scaleTimeout(20_000),
    interval: 20,
  });
}

/** Moves the next attempt of waiting emails forward by this interval. */
export async function advanceRetryTime(db: Kysely<DB>, interval: string): Promise<void> {
  await sql`update pgboss.job set start_after = start_after - ${interval}::interval where name = 'mail'`.execute(db);
}

/** The link in the text of an email: the path of its page, the id in it, and the token; empty where there is none. */
export function readEmailLink(text: string): { path: string; id: number; token: string } {
  const [, path = '', id, token = ''] =
    /:\/\/[^/\s]+(\/[^\s?#]*?(?:\/(\d+))?)(?:\?[^\s#]*)?#token=([\w-]+)/.exec(text) ?? [];
  return { path, id: Number(id), token };
}

/** What the page of a link does with its token. */
export const openLink = (visitor: Visitor, token: string) => visitor.post('/api/links/open', { token });
