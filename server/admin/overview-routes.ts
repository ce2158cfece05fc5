import type { Kysely } from 'kysely';
import { healthSchema, siteStateSchema } from '#contract/admin/health.ts';
import { hasPermission } from '#contract/admin/roles.ts';
import type { SettingValues } from '#contract/admin/settings.ts';
import { dateRangeQuerySchema, overviewSchema, trendSchema } from '#contract/analytics.ts';
import { apiErrorSchema } from '#contract/api.ts';
import {
  foundSearchesQuerySchema,
  foundSearchSchema,
  zeroResultSearchesQuerySchema,
  zeroResultSearchSchema,
} from '#contract/search.ts';
import type { Site } from '#contract/site.ts';
import { z } from '#contract/zod.ts';
import { parseDateRange } from '#server/analytics/date-range.ts';
import { listFoundSearches } from '#server/analytics/found-searches.ts';
import { getOverview } from '#server/analytics/overview.ts';
import { getTrend } from '#server/analytics/trend.ts';
import type { PaymentDeps } from '#server/payments/payment-deps.ts';
import type { Counts } from '#server/places/counts.ts';
import type { DB } from '#server/platform/db/schema.ts';
import type { Examination } from '#server/platform/doctor/examination.ts';
import { checkMailBudgets } from '#server/platform/doctor/mail-budgets.ts';
import { findMissingSetup } from '#server/platform/env/setup.ts';
import type { Api } from '#server/platform/http/api.ts';
import { requirePermission } from '#server/platform/http/permissions.ts';
import { requireUser } from '#server/platform/http/sessions.ts';
import { readMailBudgets } from '#server/platform/mail/budgets.ts';
import type { Restored } from '#server/platform/settings/restored.ts';
import { listEmptySearches } from '#server/search/empty-searches.ts';
import { errorResponses, tags } from '#server/staff/route-options.ts';

const onRequest = requirePermission('overview');

/** The metrics of the whole site, the searches without results, whether the site is a restored copy, and how its deployment is. */
export function adminOverviewRoutes(
  api: Api,
  {
    counts,
    db,
    env,
    examination,
    payments,
    restored,
    settings,
    site,
  }: {
    counts: Counts;
    db: Kysely<DB>;
    env: { SMTP_URL?: string; BACKUP_TO?: string };
    examination: Examination;
    payments: PaymentDeps;
    restored: Restored | null;
    settings: SettingValues;
    site: Site;
  },
) {
  api.get(
    '/api/admin/overview',
    {
      onRequest,
      schema: {
        tags,
        summary: 'Retrieve the metrics of the site for a range of days, by default the past 30',
        querystring: dateRangeQuerySchema,
        response: { 200: overviewSchema, ...errorResponses },
      },
    },
    (request) => getOverview({ db, counts }, payments.cards.mode, parseDateRange(request.query)),
  );

  api.get(
    '/api/admin/trend',
    {
      onRequest,
      schema: {
        tags,
        summary: 'Compare the past seven days with the seven before',
        response: { 200: trendSchema, ...errorResponses },
      },
    },
    () => getTrend(db, payments.cards.mode),
  );

  api.get(
    '/api/admin/searches',
    {
      onRequest,
      schema: {
        tags,
        summary: 'List searches without results in a month, by default in the past 30 days, most frequent first',
        querystring: zeroResultSearchesQuerySchema,
        response: { 200: z.array(zeroResultSearchSchema), ...errorResponses },
      },
    },
    async (request) => listEmptySearches(db, request.query),
  );

  api.get(
    '/api/admin/found-searches',
    {
      onRequest,
      schema: {
        tags,
        summary: 'List searches with results in a month, most frequent first',
        querystring: foundSearchesQuerySchema,
        response: { 200: z.array(foundSearchSchema), ...errorResponses },
      },
    },
    async (request) => listFoundSearches(db, request.query),
  );

  api.get(
    '/api/admin/site',
    {
      onRequest,
      schema: {
        tags,
        summary: 'Retrieve whether the site is a restored copy, and what is not set up yet',
        response: { 200: siteStateSchema, ...errorResponses },
      },
    },
    async (request) => {
      const { role } = requireUser(request);
      const maySetUp = role !== null && hasPermission(role, 'settings');
      return { restored, notSetUp: maySetUp ? findMissingSetup({ settings, env, payments: site.payments }) : null };
    },
  );

  api.get(
    '/api/admin/health',
    {
      onRequest: requirePermission('health'),
      schema: {
        tags,
        summary:
          'Check the database, mail, storage, card payments, disk, backups, clock and address of the deployment, and how many emails may still be sent',
        response: { 200: healthSchema, ...errorResponses, 503: apiErrorSchema },
      },
    },
    async () => {
      const [{ checkedAt, findings }, budgets] = await Promise.all([
        examination.examine(),
        readMailBudgets(db, settings),
      ]);
      return { checkedAt, findings: [...findings, ...checkMailBudgets(budgets)] };
    },
  );
}
