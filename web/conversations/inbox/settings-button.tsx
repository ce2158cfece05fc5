import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { t } from '#contract/i18n/t.ts';
import { LOCALE } from '#web/base/i18n/language.ts';
import { Button } from '#web/base/ui/button.tsx';
import { Icon } from '#web/base/ui/icon.tsx';
import { inboxSettingsQuery } from '#web/conversations/conversation-queries.ts';

const SettingsDialog = lazy(() => import('./settings-dialog.tsx'));

/** Opens the saved answers and the automatic one, and says while that is on. */
export function SettingsButton() {
  const { data: settings } = useQuery(inboxSettingsQuery);
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button variant="secondary" size="sm" disabled={!settings} onClick={() => setOpen(true)}>
        <Icon name="settings" />
        {t('Saved answers')}
      </Button>
      {settings?.away && (
        <span className="text-muted">
          {settings.away.until
            ? t('Automatic answer on, until {day}', { day: formatDay(settings.away.until) })
            : t('Automatic answer on')}
        </span>
      )}
      {settings && open && (
        <Suspense>
          <SettingsDialog settings={settings} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}

const dayFormat = new Intl.DateTimeFormat(LOCALE, { timeZone: 'UTC', month: 'long', day: 'numeric' });
const formatDay = (day: string) => dayFormat.format(new Date(day));
