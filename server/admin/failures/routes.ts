import type { Kysely } from 'kysely';
import {
  failedJobSchema,
  failedMailSchema,
  failureIdsSchema,
  failuresChangedSchema,
  failuresQuerySchema,
} from '#contract/admin/failures.ts';
import { z } from '#contract/zod.ts';
import type { DB } from '#server/platform/db/schema.ts';
import type { Api } from '#server/platform/http/api.ts';
import { requirePermission } from '#server/platform/http/permissions.ts';
import { requireUser } from '#server/platform/http/sessions.ts';
import type { Jobs } from '#server/platform/jobs/jobs.ts';
import { errorResponses, tags } from '#server/staff/route-options.ts';
import { listFailedJobs, runJobsAgain } from './jobs.ts';
import { discardMails, listFailedMails, sendMailsAgain } from './mails.ts';

const onRequest = requirePermission('health');

/** Emails and background jobs that were given up. */
export function failureRoutes(api: Api, { db, jobs }: { db: Kysely<DB>; jobs: Jobs }) {
  const changed = { tags, body: failureIdsSchema, response: { 200: failuresChangedSchema, ...errorResponses } };

  api.get(
    '/api/admin/failed-mails',
    {
      onRequest,
      schema: {
        tags,
        summary: 'List emails that were given up, newest first',
        querystring: failuresQuerySchema,
        response: { 200: z.array(failedMailSchema), ...errorResponses },
      },
    },
    async (request, reply) => {
      const { mails, total } = await listFailedMails(db, request.query.limit);
      reply.header('x-total-count', total);
      return mails;
    },
  );

  api.post(
    '/api/admin/failed-mails/send-again',
    { onRequest, schema: { ...changed, summary: 'Queue emails anew that were given up' } },
    (request) => sendMailsAgain(db, { ...request.body, by: requireUser(request).accountId }, jobs),
  );

  api.post(
    '/api/admin/failed-mails/discard',
    { onRequest, schema: { ...changed, summary: 'Delete emails that were given up' } },
    (request) => discardMails(db, { ...request.body, by: requireUser(request).accountId }),
  );

  api.get(
    '/api/admin/failed-jobs',
    {
      onRequest,
      schema: {
        tags,
        summary: 'List background jobs that were given up, newest first',
        querystring: failuresQuerySchema,
        response: { 200: z.array(failedJobSchema), ...errorResponses },
      },
    },
    async (request, reply) => {
      const { jobs: failed, total } = await listFailedJobs(db, request.query.limit);
      reply.header('x-total-count', total);
      return failed;
    },
  );

  api.post(
    '/api/admin/failed-jobs/run-again',
    { onRequest, schema: { ...changed, summary: 'Give background jobs that were given up one more attempt' } },
    (request) => runJobsAgain(db, { ...request.body, by: requireUser(request).accountId }),
  );
}
