import { sql } from 'kysely';
import { isSessionValid } from '#server/platform/http/sessions.ts';

/** For queries of `accounts`: how many devices are signed in, whether there is a second factor, and when it last signed in. */
export const SIGN_IN_COLUMNS = [
  sql<number>`(select count(*)::int from sessions s where s.account_id = accounts.id and ${isSessionValid})`.as(
    'sessions',
  ),
  sql<boolean>`(exists (select from passkeys p where p.account_id = accounts.id)
    or exists (select from totp_factors t where t.account_id = accounts.id and t.confirmed_at is not null))`.as(
    'has_second_factor',
  ),
  // Of 1,000 entries at most, so that it takes no longer for an account with many.
  sql<Date | null>`(select max(at) from (
    select kind, at from audit a where a.account_id = accounts.id order by a.id desc limit 1000
  ) as entries where kind = 'signed-in')`.as('signed_in_at'),
] as const;
