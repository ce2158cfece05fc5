import type { Kysely } from 'kysely';
import { type RemovedSamples, removedSamplesSchema, sampleStateSchema } from '#contract/admin/upkeep.ts';
import { recordAuditEvent } from '#server/accounts/audit-log.ts';
import type { DB } from '#server/platform/db/schema.ts';
import type { Api } from '#server/platform/http/api.ts';
import { requirePermission, requireStepUp } from '#server/platform/http/permissions.ts';
import { requireUser } from '#server/platform/http/sessions.ts';
import { changeErrorResponses, errorResponses, tags } from '#server/staff/route-options.ts';

/** The listings that a new directory begins with (`server/site/seed/`). */
export interface Samples {
  areLoaded(): Promise<boolean>;
  remove(): Promise<RemovedSamples>;
}

/** What `npm run samples:remove` does, for administrators in the browser. */
export function sampleRoutes(api: Api, { db, samples }: { db: Kysely<DB>; samples: Samples }) {
  const mayRemove = requirePermission('imports');
  api.get(
    '/api/admin/samples',
    {
      onRequest: mayRemove,
      schema: {
        tags,
        summary: 'Retrieve whether the site has sample and open-data listings',
        response: { 200: sampleStateSchema, ...errorResponses },
      },
    },
    async () => ({ areLoaded: await samples.areLoaded() }),
  );

  api.post(
    '/api/admin/samples/remove',
    {
      onRequest: [mayRemove, requireStepUp],
      schema: {
        tags,
        summary: 'Remove the sample and open-data listings that no account has claimed, for good',
        response: { 200: removedSamplesSchema, ...changeErrorResponses },
      },
    },
    async (request) => {
      const { accountId: actorId } = requireUser(request);
      const removed = await samples.remove();
      const after = { listings: removed.openData + removed.samples };
      await recordAuditEvent(db, { kind: 'samples-removed', accountId: null, username: null, actorId, after });
      return removed;
    },
  );
}
