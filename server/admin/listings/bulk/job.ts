import { type Kysely, type Selectable, sql } from 'kysely';
import type { BulkActionKind } from '#contract/admin/bulk-actions.ts';
import { hasPermission } from '#contract/admin/roles.ts';
import { t } from '#contract/i18n/t.ts';
import type { BulkActions, DB } from '#server/platform/db/schema.ts';
import { Forbidden } from '#server/platform/http/errors.ts';
import { inLanguage } from '#server/platform/http/request-language.ts';
import { roleOfAccount } from '#server/platform/http/staff-role.ts';
import type { Jobs } from '#server/platform/jobs/jobs.ts';
import type { BulkDeps, BulkOrder } from './kinds.ts';
import type { BulkQueue, BulkWork } from './queue.ts';
import { changeEach, changeListing } from './run.ts';
import { undoEach } from './undo.ts';

// So few that a progress bar moves, and little is done twice after an interruption.
const BATCH = 20;
const HOURS = 60 * 60;

const QUEUE = {
  name: 'bulk-actions',
  retryLimit: 20,
  retryDelay: 5,
  retryBackoff: true,
  retryDelayMax: 600,
  expireInSeconds: 6 * HOURS,
  deleteAfterSeconds: 24 * HOURS,
};

/** Opens the queue. See docs/decisions/0168-bulk-actions-of-a-result-are-jobs.md. */
export const openBulkQueue = ({
  db,
  shutdown,
  ...deps
}: BulkDeps & { db: Kysely<DB>; jobs: Jobs; shutdown: AbortController }): Promise<BulkQueue> =>
  deps.jobs.openQueue<BulkWork>({
    queue: QUEUE,
    concurrency: 1,
    work: async (work) =>
      inLanguage(work.language, async () => {
        const doBatch = work.isUndo ? undoBatch : changeBatch;
        while (await doBatch(db, deps, work)) shutdown.signal.throwIfAborted();
      }),
    failureMessage: 'a bulk action was interrupted',
    toLogFields: ({ actionId, isUndo }) => ({ bulkAction: actionId, isUndo }),
  });

/** Changes the next listings. What was done before an interruption is not done again. @returns whether there are more */
async function changeBatch(db: Kysely<DB>, deps: BulkDeps, { actionId, by }: BulkWork): Promise<boolean> {
  const action = await db
    .selectFrom('bulk_actions')
    .selectAll()
    .where('id', '=', actionId)
    .where(sql<boolean>`cardinality(pending) > 0`)
    .executeTakeFirst();
  if (!action) return false;
  const ids = (action.pending as unknown as number[]).slice(0, BATCH);
  const order = await toOrder(db, deps, action, by);
  const results = await changeEach(ids, (id) => {
    if (!order) throw new Forbidden(t('Whoever started this may not change listings anymore.'));
    return changeListing(db, deps, { ...order, kind: action.kind as BulkActionKind, actionId, id });
  });
  await recordProgress(
    db,
    actionId,
    ids,
    results.filter(({ done }) => !done),
  );
  return true;
}

async function undoBatch(db: Kysely<DB>, deps: BulkDeps, { actionId, by }: BulkWork): Promise<boolean> {
  const role = await findRole(db, by);
  if (!role) return false;
  const results = await undoEach(db, deps, { id: actionId, by, role, limit: BATCH });
  return results.length > 0;
}

/** The order as it was stored; undefined if who gave it may not give it now. */
async function toOrder(
  db: Kysely<DB>,
  { gazetteer }: BulkDeps,
  { reason, category_id, place_id }: Selectable<BulkActions>,
  by: number,
): Promise<BulkOrder | undefined> {
  const role = await findRole(db, by);
  return (
    role && {
      by,
      role,
      reason: reason ?? '',
      category: category_id === null ? undefined : gazetteer.categories.byId.get(category_id),
      place: place_id === null ? undefined : gazetteer.places.byId.get(place_id),
    }
  );
}

async function findRole(db: Kysely<DB>, accountId: number) {
  const { role } = await db.selectNoFrom(roleOfAccount(accountId).as('role')).executeTakeFirstOrThrow();
  const account = await db
    .selectFrom('accounts')
    .select('id')
    .where('id', '=', accountId)
    .where('is_active', '=', true)
    .executeTakeFirst();
  return account && role && hasPermission(role, 'listings') ? role : undefined;
}

const recordProgress = (
  db: Kysely<DB>,
  actionId: number,
  ids: number[],
  refused: { id: number; message: string | null }[],
) =>
  sql`update bulk_actions set
    pending = array(select id from unnest(pending) with ordinality as p(id, n) where id <> all(${ids}::bigint[]) order by n),
    refusals = refusals || (select coalesce(jsonb_agg(jsonb_build_object('id', r.id, 'title', coalesce(l.title, ''), 'message', r.message)), '[]')
      from jsonb_to_recordset(${JSON.stringify(refused)}::jsonb) as r(id bigint, message text) left join listings l on l.id = r.id)
    where id = ${actionId}`.execute(db);
