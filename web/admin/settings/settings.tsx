import { useState } from 'react';
import { useSearchParams } from 'react-router';
import type { AdminSetting } from '#contract/admin/setting-changes.ts';
import { SETTING_GROUPS, SETTING_LABELS } from '#contract/admin/setting-labels.ts';
import { SETTING_KEYS, type SettingKey } from '#contract/admin/settings.ts';
import { t } from '#contract/i18n/t.ts';
import { rich } from '#web/base/i18n/rich.ts';
import { Badge } from '#web/base/ui/badge.tsx';
import { Button } from '#web/base/ui/button.tsx';
import { Card } from '#web/base/ui/card.tsx';
import { EmptyState } from '#web/base/ui/empty-state.tsx';
import { Skeleton, SkeletonGroup } from '#web/base/ui/skeleton.tsx';
import { DateTime } from '#web/base/ui/time.tsx';
import { formatSetting } from './format-setting.ts';
import { SettingDialog } from './setting-dialog.tsx';
import { useSettings } from './setting-queries.ts';

/** The settings of the site by group, each with what uses it, and a dialog to change it, which the URL may open. */
export function Settings() {
  const { data, error, refetch } = useSettings();
  const [search, setSearch] = useSearchParams();
  const asked = SETTING_KEYS.find((key) => key === search.get('setting')) ?? null;
  const [changing, setChanging] = useState<SettingKey | null>(null);
  const close = () => {
    setChanging(null);
    if (asked) setSearch({ tab: 'settings' }, { replace: true, preventScrollReset: true });
  };
  if (error && !data)
    return (
      <div role="alert">
        <EmptyState
          title={t('Failed to fetch the settings')}
          action={<Button onClick={() => void refetch()}>{t('Try again')}</Button>}
        >
          {error.message}
        </EmptyState>
      </div>
    );
  const settings = data?.settings;
  const changed = settings?.find(({ key }) => key === (changing ?? asked));
  return (
    <>
      <p className="mb-6 max-w-measure text-muted">
        {t(
          'Changes are live on every page within a minute. Passwords and keys of other services stay with whoever runs the server.',
        )}
      </p>
      {settings ? (
        <div className="grid gap-8">
          {[...Map.groupBy(settings, ({ key }) => SETTING_LABELS[key].group)].map(([group, members]) => (
            <section key={group}>
              <h3 className="mb-3 text-lg">{SETTING_GROUPS[group]}</h3>
              <Card>
                <ul className="divide-y">
                  {members.map((setting) => (
                    <SettingRow key={setting.key} setting={setting} onChange={() => setChanging(setting.key)} />
                  ))}
                </ul>
              </Card>
            </section>
          ))}
        </div>
      ) : (
        <SkeletonGroup label={t('Loading the settings…')} className="grid gap-3">
          {['site', 'profiles', 'featured'].map((group) => (
            <Skeleton key={group} className="h-60" />
          ))}
        </SkeletonGroup>
      )}
      {changed && <SettingDialog key={changed.key} setting={changed} onClose={close} />}
    </>
  );
}

function SettingRow({ setting, onChange }: { setting: AdminSetting; onChange: () => void }) {
  const { key, value, isDefault, changedAt, changedBy } = setting;
  const { label, usedBy } = SETTING_LABELS[key];
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-4 gap-y-3 p-4 sm:flex-nowrap sm:px-5">
      <div className="min-w-0">
        <h4 className="flex flex-wrap items-center gap-x-2 gap-y-1 font-semibold font-sans text-base">
          {label}
          {!isDefault && <Badge tone="accent">{t('Changed')}</Badge>}
        </h4>
        <p className="wrap-anywhere mt-1 whitespace-pre-line">
          {value === '' ? <span className="text-muted">{t('Not set')}</span> : formatSetting(key, value)}
        </p>
        <p className="mt-1 max-w-measure text-muted text-sm">{usedBy}</p>
        {changedAt && (
          <p className="wrap-anywhere text-muted text-sm">
            <LastChange isReset={isDefault} at={changedAt} by={changedBy} />
          </p>
        )}
      </div>
      <Button variant="secondary" size="sm" className="shrink-0" onClick={onChange}>
        {t('Change', null, 'verb')}
        <span className="sr-only"> {label}</span>
      </Button>
    </li>
  );
}

function LastChange({ isReset, at, by }: { isReset: boolean; at: string; by: string | null }) {
  const date = <DateTime at={at} />;
  if (isReset) return by ? rich('Reset {date} by {username}', { date, username: by }) : rich('Reset {date}', { date });
  return by ? rich('Changed {date} by {username}', { date, username: by }) : rich('Changed {date}', { date });
}
