import { messageResponseSchema } from '#contract/accounts.ts';
import { idSchema } from '#contract/api.ts';
import { t } from '#contract/i18n/t.ts';
import { claimReasonSchema } from '#contract/ownership/claims.ts';
import { z } from '#contract/zod.ts';
import type { Api } from '#server/platform/http/api.ts';
import { requirePermission, requireStaff, requireStepUp } from '#server/platform/http/permissions.ts';
import { changeErrorResponses, tags } from '#server/staff/route-options.ts';
import { type TakeBackDeps, takeBack } from './take-back.ts';

/** Takes a listing back from an owner who should not have got it. */
export function takeBackRoutes(api: Api, deps: TakeBackDeps) {
  api.post(
    '/api/admin/ads/:id/take-back',
    {
      onRequest: [requirePermission('ownership'), requireStepUp],
      schema: {
        tags,
        summary: 'Take a claimed listing back from its owner: it is unclaimed, as it was before',
        params: z.object({ id: idSchema }),
        body: claimReasonSchema,
        response: { 200: messageResponseSchema, ...changeErrorResponses },
      },
    },
    async (request) => {
      await takeBack(deps, { id: request.params.id, by: requireStaff(request), reason: request.body.reason });
      return { message: t('The listing is unclaimed again.') };
    },
  );
}
