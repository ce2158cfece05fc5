import type { Kysely } from 'kysely';
import { adminSettingsSchema, settingChangeSchema, settingKeySchema } from '#contract/admin/setting-changes.ts';
import type { SettingValues } from '#contract/admin/settings.ts';
import { z } from '#contract/zod.ts';
import type { DB } from '#server/platform/db/schema.ts';
import type { Api } from '#server/platform/http/api.ts';
import { requirePermission, requireStepUp } from '#server/platform/http/permissions.ts';
import { requireUser } from '#server/platform/http/sessions.ts';
import { changeErrorResponses, tags } from '#server/staff/route-options.ts';
import { changeSetting, listSettings } from './settings.ts';

const onRequest = requirePermission('settings');
const response = { 200: adminSettingsSchema, ...changeErrorResponses };

/** The settings that administrators change while the site runs. */
export function settingRoutes(api: Api, { db, settingDefaults }: { db: Kysely<DB>; settingDefaults: SettingValues }) {
  api.get(
    '/api/admin/settings',
    { onRequest, schema: { tags, summary: 'List the settings with their values and defaults', response } },
    async () => ({ settings: await listSettings(db, settingDefaults) }),
  );

  api.put(
    '/api/admin/settings/:key',
    {
      onRequest: [onRequest, requireStepUp],
      schema: {
        tags,
        summary: 'Change a setting, or reset it to its default',
        params: z.object({ key: settingKeySchema }),
        body: settingChangeSchema,
        response,
      },
    },
    async (request) => {
      const { accountId: by } = requireUser(request);
      await changeSetting(db, { ...request.body, ...request.params, by }, settingDefaults);
      return { settings: await listSettings(db, settingDefaults) };
    },
  );
}
