import type { Kysely } from 'kysely';
import { accountDeletionSchema, messageResponseSchema, profileSchema, userSchema } from '#contract/accounts.ts';
import { t } from '#contract/i18n/t.ts';
import { z } from '#contract/zod.ts';
import { clearDeviceCookie } from '#server/accounts/devices/known-devices.ts';
import { refuseReservedNames } from '#server/accounts/names/reserved-names.ts';
import type { DB } from '#server/platform/db/schema.ts';
import type { Api } from '#server/platform/http/api.ts';
import { requireStepUp } from '#server/platform/http/permissions.ts';
import { clearSessionCookies, requireSignedIn, requireUser } from '#server/platform/http/sessions.ts';
import { deleteAccount } from './account-deletion.ts';
import { exportAccount } from './account-export.ts';
import type { SiteInfo } from './emails.ts';
import { errorResponses } from './error-responses.ts';
import type { PersonalData } from './personal-data.ts';
import { requireFactorStepUp, type SecondFactor } from './second-factor.ts';
import { findUser, updateProfile } from './user.ts';

const tags = ['Accounts'];

/** The profile of the signed-in account, its export and its deletion. */
export function profileRoutes(
  api: Api,
  {
    db,
    site,
    personalData,
    secondFactor,
  }: { db: Kysely<DB>; site: SiteInfo; personalData: PersonalData[]; secondFactor: SecondFactor },
) {
  api.get(
    '/api/user',
    {
      onRequest: requireSignedIn,
      schema: { tags, summary: 'Retrieve the signed-in account', response: { 200: userSchema, ...errorResponses } },
    },
    (request) => findUser(db, requireUser(request).accountId),
  );

  api.patch(
    '/api/user',
    {
      onRequest: requireSignedIn,
      schema: {
        tags,
        summary: 'Update the profile',
        body: profileSchema,
        response: { 200: userSchema, ...errorResponses },
      },
    },
    async (request) => {
      const { accountId } = requireUser(request);
      const { businessName: name } = request.body;
      const { businessName: earlier } = await findUser(db, accountId);
      await refuseReservedNames(db, site, [{ name, path: 'businessName', accountId, earlier }]);
      return updateProfile(db, accountId, request.body);
    },
  );

  api.get(
    '/api/user/export',
    {
      onRequest: [requireSignedIn, requireStepUp],
      schema: {
        tags,
        summary: 'Export the personal data of the account as a file',
        response: { 200: z.record(z.string(), z.unknown()), ...errorResponses },
      },
    },
    async (request, reply) => {
      const data = await exportAccount(db, requireUser(request), personalData);
      reply.header('content-disposition', 'attachment; filename="my-account.json"');
      return data;
    },
  );

  api.delete(
    '/api/user',
    {
      onRequest: requireFactorStepUp({ db, secondFactor }),
      schema: {
        tags,
        summary: 'Delete the account and its personal data',
        body: accountDeletionSchema,
        response: { 200: messageResponseSchema, ...errorResponses },
      },
    },
    async (request, reply) => {
      await deleteAccount(db, requireUser(request), request.body.password, personalData);
      clearSessionCookies(reply);
      clearDeviceCookie(reply);
      return { message: t('Your account has been deleted.') };
    },
  );
}
