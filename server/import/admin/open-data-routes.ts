import { apiErrorSchema } from '#contract/api.ts';
import { openDataScheduleSchema, openDataSourceSchema } from '#contract/imports/open-data.ts';
import { z } from '#contract/zod.ts';
import {
  beginDownload,
  cancelDownload,
  listOpenData,
  markDownloadEnded,
  type OpenDataDeps,
  UNEXPECTED_MESSAGE,
} from '#server/import/sources/downloads.ts';
import { setMonthly } from '#server/import/sources/monthly.ts';
import type { Api } from '#server/platform/http/api.ts';
import { requirePermission } from '#server/platform/http/permissions.ts';
import { consumeRateLimit } from '#server/platform/http/rate-limit.ts';
import { requireUser } from '#server/platform/http/sessions.ts';
import { changeErrorResponses, errorResponses, tags } from '#server/staff/route-options.ts';

const onRequest = requirePermission('imports');

const RATE_LIMIT = { limit: 60, windowSeconds: 60 * 60 };
const PATH = '/api/admin/open-data';
const params = z.object({ name: z.string().regex(/^[a-z0-9-]{1,60}$/) });
const response = { 200: z.array(openDataSourceSchema), 429: apiErrorSchema, ...changeErrorResponses };

/** Lists the sources of open data, and downloads one, which then is an uploaded file. An address is never taken from a request. */
export function adminOpenDataRoutes(api: Api, openData: OpenDataDeps) {
  const { db, folder, list, processes } = openData;

  api.get(
    PATH,
    {
      onRequest,
      schema: {
        tags,
        summary: 'List the sources of open data that can be added, with the progress of a download',
        response: { 200: response[200], ...errorResponses },
      },
    },
    () => listOpenData(openData),
  );

  api.post(
    `${PATH}/:name/download`,
    {
      onRequest,
      schema: {
        tags,
        summary: 'Begin to download a source, or continue a download that was cut off',
        params,
        response,
      },
    },
    async (request) => {
      const { name } = request.params;
      const { accountId: by } = requireUser(request);
      await consumeRateLimit(db, `open-data:${by}`, RATE_LIMIT);
      await beginDownload(openData, name, by);
      processes.run({ name, folder, list }).catch(async (error) => {
        request.log.error({ err: error, name }, 'a source was not downloaded');
        // If the process could not record its end, it counts as ended after 30 seconds.
        await markDownloadEnded(db, name, UNEXPECTED_MESSAGE).catch(() => {});
      });
      return listOpenData(openData);
    },
  );

  api.put(
    `${PATH}/:name/schedule`,
    {
      onRequest,
      schema: {
        tags,
        summary: 'Import a source each month, or no more',
        params,
        body: openDataScheduleSchema,
        response,
      },
    },
    async (request) => {
      const { accountId: by } = requireUser(request);
      await setMonthly(openData, { name: request.params.name, isMonthly: request.body.isMonthly, by });
      return listOpenData(openData);
    },
  );

  api.post(
    `${PATH}/:name/cancel`,
    { onRequest, schema: { tags, summary: 'Stop a download, which can be continued', params, response } },
    async (request) => {
      await cancelDownload(openData, request.params.name);
      return listOpenData(openData);
    },
  );
}
