import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { AdminSettings, SettingChange } from '#contract/admin/setting-changes.ts';
import type { SettingKey } from '#contract/admin/settings.ts';
import { t } from '#contract/i18n/t.ts';
import { ADMIN_API_PREFIX } from '#web/admin/admin-queries.ts';
import { type ApiError, send } from '#web/base/api/api.ts';
import { type MutationFailure, toFailure } from '#web/base/api/run-mutation.ts';

const PATH = `${ADMIN_API_PREFIX}settings`;

/** Every setting with its value and default. */
export const useSettings = () => useQuery<AdminSettings, ApiError>({ queryKey: [PATH], staleTime: 0 });

/** Changes a setting. Resolves to the failure, if any; where somebody else was first, their value is read. */
export function useChangeSetting() {
  const client = useQueryClient();
  return async (key: SettingKey, change: SettingChange): Promise<MutationFailure | undefined> => {
    const failure = await toFailure(t('Failed to save the setting'), async () => {
      client.setQueryData([PATH], await send<AdminSettings>('PUT', `${PATH}/${key}`, change));
    });
    if (failure) await client.invalidateQueries({ queryKey: [PATH] });
    return failure;
  };
}
