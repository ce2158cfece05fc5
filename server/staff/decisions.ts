import { type Kysely, sql, type Transaction } from 'kysely';
import { DECISIONS, type DecisionBlock, type DecisionKind, MONEY, type WithBlock } from '#contract/admin/decisions.ts';
import { hasPermission, type Role } from '#contract/admin/roles.ts';
import { t } from '#contract/i18n/t.ts';
import { type AuditEvent, insertAuditEvent } from '#server/accounts/audit-log.ts';
import type { DB } from '#server/platform/db/schema.ts';
import { Forbidden } from '#server/platform/http/errors.ts';
import { FIRST_ACCOUNT_ID, roleOf } from '#server/platform/http/staff-role.ts';
import { EARLIER_DECISIONS } from './earlier-decisions.ts';

/** What a decision is about. */
export interface DecisionCase {
  /** Whose case it is: who is decided on, wrote, reported, claimed or paid. */
  accounts?: (number | null)[];
  /** The listings whose owners and helpers the decision concerns. */
  listings?: (number | null)[];
  /** The number of what is decided on, where its kind is looked up by that in `EARLIER_DECISIONS`. */
  ref?: number;
}

/** That somebody may decide, for `recordDecision`. Only `authorizeDecision` makes one. */
export interface Permit {
  by: number | undefined;
  /** Whether they decide on their own case, because nobody else can. */
  isOwn: boolean;
}

/**
 * The rule of four eyes, which every decision of the staff asks before it is carried out: nobody decides on their own case, and no role
 * undoes what a higher one decided. See docs/roles.md, Four eyes.
 * @param by undefined for the program, which may
 * @throws {Forbidden} for whom the rule keeps from it
 */
export async function authorizeDecision(
  trx: Transaction<DB>,
  { kind, by, ...subject }: DecisionCase & { kind: DecisionKind; by: number | undefined },
): Promise<Permit> {
  if (by === undefined) return { by, isOwn: false };
  const [found] = await judge(trx, kind, by, [subject]);
  if (found?.blocked) throw new Forbidden(describeBlock(found.blocked));
  return { by, isOwn: found?.isOwn === true };
}

const BLOCKS: Record<DecisionBlock, () => string> = {
  own: () => t('This is your own case, so somebody else on the team has to decide.'),
  'higher-role': () => t('Somebody with a higher role decided this, so only that role can change it.'),
};

/** Why somebody may not decide. */
export const describeBlock = (block: DecisionBlock): string => BLOCKS[block]();

/** Adds a decision to the audit log, which says if somebody decided on their own case. Call it in the transaction of the change. */
export const recordDecision = (
  trx: Transaction<DB>,
  { by, isOwn }: Permit,
  event: Omit<AuditEvent, 'actorId' | 'kind'> & { kind: DecisionKind },
): Promise<void> =>
  insertAuditEvent(trx, { ...event, actorId: by, ...(isOwn && { after: { ...event.after, ownCase: true } }) });

/** The rows of a queue with what keeps an account from deciding on them. */
export async function withBlocks<Row>(
  db: Kysely<DB>,
  { kind, by }: { kind: DecisionKind; by: number },
  rows: Row[],
  toCase: (row: Row) => DecisionCase,
): Promise<WithBlock<Row>[]> {
  const found = await judge(db, kind, by, rows.map(toCase));
  return rows.map((row, i) => ({ ...row, blocked: found[i]?.blocked ?? null }));
}

interface Judged {
  isOwn: boolean;
  blocked: DecisionBlock | null;
}

/** Applies the rule to decisions of one kind, in their order. */
async function judge(db: Kysely<DB>, kind: DecisionKind, by: number, cases: DecisionCase[]): Promise<Judged[]> {
  if (cases.length === 0) return [];
  const { rows } = await caseQuery(kind, by, cases).execute(db);
  const colleagues = rows.some(({ isOwn }) => isOwn) ? await findColleagues(db, kind, by) : [];
  return rows.map(({ isOwn, role, earlier }) => {
    const isAlone = !MONEY.includes(kind) && !colleagues.some((colleague) => rank(colleague) >= rank(earlier));
    return { isOwn, blocked: isOwn && !isAlone ? 'own' : rank(earlier) > rank(role) ? 'higher-role' : null };
  });
}

const rank = (role: Role | null) => (role === 'administrator' ? 2 : role === null ? 0 : 1);

const caseQuery = (kind: DecisionKind, by: number, cases: DecisionCase[]) => sql<{
  isOwn: boolean;
  role: Role | null;
  earlier: Role | null;
}>`
  select acting.role, earlier.role as earlier,
    acting.id = any(c.accounts) or acting.id is not distinct from earlier.appealed or exists (
      select from listings l where l.id = any(c.listings) and (l.owner_id = acting.id or exists (
        select from listing_members m where m.account_id = acting.id and m.owner_id = l.owner_id
          and (m.listing_id is null or m.listing_id = l.id)))) as "isOwn"
  from json_to_recordset(${JSON.stringify(cases.map(toRow))}::json) as c(index int, accounts bigint[], listings bigint[], ref bigint)
  cross join (select id, ${roleOf('id')} as role from (select ${by}::bigint as id) as me) as acting
  left join lateral (${EARLIER_DECISIONS[kind] ?? NONE}) as earlier on true
  order by c.index`;

const NONE = sql`select null::text as role, null::bigint as appealed`;

const toRow = (
  { accounts = [], listings = [], ref = null }: Omit<DecisionCase, 'ref'> & { ref?: number | null },
  index: number,
) => ({
  index,
  accounts: accounts.filter((id) => id !== null),
  listings: listings.filter((id) => id !== null),
  ref,
});

/** The roles of others on the staff who may make decisions of the kind. Account 1 is one of them, so only account 1 can have none. */
async function findColleagues(db: Kysely<DB>, kind: DecisionKind, by: number): Promise<Role[]> {
  const { rows } = await sql<{ role: Role }>`
    select distinct ${roleOf('a.id')} as role from accounts a
    where a.is_active and a.id <> ${by} and (a.id = ${FIRST_ACCOUNT_ID} or a.id in (select account_id from staff))`.execute(
    db,
  );
  return rows.map(({ role }) => role).filter((role) => hasPermission(role, DECISIONS[kind]));
}
