import type { Kysely } from 'kysely';
import { messageResponseSchema } from '#contract/accounts.ts';
import type { SettingValues } from '#contract/admin/settings.ts';
import { apiErrorSchema, idSchema } from '#contract/api.ts';
import { t } from '#contract/i18n/t.ts';
import { reportFormSchema } from '#contract/reports/reports.ts';
import { z } from '#contract/zod.ts';
import type { DB } from '#server/platform/db/schema.ts';
import type { Api } from '#server/platform/http/api.ts';
import { getClientAddress } from '#server/platform/http/client-address.ts';
import { createReport } from './reports.ts';

const params = z.object({ id: idSchema });

/** Reporting a listing to the administrator. */
export function reportRoutes(
  api: Api,
  { db, settings }: { db: Kysely<DB>; settings: Pick<SettingValues, 'reportsPerHour'> },
) {
  api.post(
    '/api/ads/:id/reports',
    {
      schema: {
        tags: ['Listings'],
        summary: 'Report a listing to the administrator',
        params,
        body: reportFormSchema,
        response: { 201: messageResponseSchema, 400: apiErrorSchema, 404: apiErrorSchema, 429: apiErrorSchema },
      },
    },
    async (request, reply) => {
      const { body, language, user, params } = request;
      const reporter = { reporterId: user?.accountId ?? null, address: getClientAddress(request), language };
      await createReport(db, { ...body, ...reporter, listingId: params.id }, settings);
      return reply.code(201).send({ message: t('Thank you. We’ll review it.') });
    },
  );
}
