import { adminTextSchema, textKeySchema } from '#contract/admin/texts.ts';
import { z } from '#contract/zod.ts';
import { requirePermission } from '#server/platform/http/permissions.ts';
import { changeErrorResponses } from '#server/staff/route-options.ts';

/** What the routes of the texts have in common. */
export const onRequest = requirePermission('texts');
export const params = z.object({ key: textKeySchema });
export const response = { 200: adminTextSchema, ...changeErrorResponses };

/** JSON of 100,000 characters. */
export const bodyLimit = 700_000;
