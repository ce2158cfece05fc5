import { messageResponseSchema } from '#contract/accounts.ts';
import { factorResetSchema } from '#contract/admin/second-factor.ts';
import { apiErrorSchema, idSchema } from '#contract/api.ts';
import { t } from '#contract/i18n/t.ts';
import { z } from '#contract/zod.ts';
import { errorResponses } from '#server/accounts/error-responses.ts';
import type { Api } from '#server/platform/http/api.ts';
import { requirePermission, requireStepUp } from '#server/platform/http/permissions.ts';
import { requireUser } from '#server/platform/http/sessions.ts';
import { writeEmail } from '#server/platform/mail/write-email.ts';
import { secondFactorResetEmail } from './emails.ts';
import { resetSecondFactor } from './reset.ts';
import type { SecondFactorDeps } from './routes.ts';

const onRequest = [requirePermission('staff'), requireStepUp];

/** Lets an administrator help somebody who lost their second factor. */
export function adminSecondFactorRoutes(api: Api, { db, mailer, site }: SecondFactorDeps) {
  api.post(
    '/api/admin/users/:id/second-factor/reset',
    {
      onRequest,
      schema: {
        params: z.object({ id: idSchema }),
        body: factorResetSchema,
        response: { 200: messageResponseSchema, ...errorResponses, 404: apiErrorSchema },
        tags: ['Administration'],
        summary: 'Remove the second factor of an account, end its sessions and email a link for a new password',
      },
    },
    async (request) => {
      const { accountId: by } = requireUser(request);
      const reset = { id: request.params.id, reason: request.body.reason, by };
      const { email, language, token } = await resetSecondFactor(db, reset);
      mailer.sendInBackground(async () => writeEmail(language, () => secondFactorResetEmail(site, email, token)));
      return { message: t('Two-step verification is reset.') };
    },
  );
}
