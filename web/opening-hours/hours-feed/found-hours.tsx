import type { HoursFeed, SkippedReason } from '#contract/hours/hours-feeds.ts';
import { t } from '#contract/i18n/t.ts';
import { formatDate, formatDayHours, openingHours } from '#web/opening-hours/opening-hours.ts';
import { formatSpecialDay } from '#web/opening-hours/special-days.ts';

const REASONS: Record<SkippedReason, string> = {
  unclear: t('its title says neither “Closed” nor “Open”'),
  'part-of-day': t('only a whole day can be closed'),
  'too-long': t('it’s longer than a day'),
  overlaps: t('its times overlap'),
  'every-year': t('you set this day here, for every year or as a closed period'),
  'too-many': t('a listing has at most 40 such days'),
  'too-often': t('it’s repeated too often'),
};

/** What an address says of hours: the week, the special days that a listing gets by it, and what is not taken, with the reason. */
export function FoundHours({ found, enabled }: { found: NonNullable<HoursFeed['found']>; enabled: boolean }) {
  const named = new Set(found.specialHours.map(({ on }) => on));
  const days = found.result.specialHours.filter(({ on }) => named.has(on));
  const week = found.hours ? openingHours(found.hours) : [];
  return (
    <section aria-label={t('What we read')} className="grid gap-3 rounded-field border p-4">
      <h3 className="font-semibold">{t('What we read')}</h3>
      {!enabled && <p className="text-muted text-sm">{t('Nothing has changed on your listing yet.')}</p>}
      {week.length > 0 && (
        <div>
          <h4 className="text-muted text-sm">{t('Weekly hours')}</h4>
          <Rows rows={week.map(({ day, times }) => [day, times.join(', ')])} />
        </div>
      )}
      {days.length > 0 ? (
        <div>
          <h4 className="text-muted text-sm">{t('Special hours')}</h4>
          <Rows rows={days.map(({ on, hours }) => [formatSpecialDay(on), formatDayHours(hours).join(', ')])} />
        </div>
      ) : (
        <p>{t('No days with other hours from today on.')}</p>
      )}
      {found.skipped.length > 0 && (
        <div>
          <h4 className="text-muted text-sm">{t('Not taken')}</h4>
          <Rows
            rows={found.skipped.map(({ date, title, reason }) => [
              title ? `${formatDate(date, 'numeric')}: ${title}` : formatDate(date, 'numeric'),
              REASONS[reason],
            ])}
          />
        </div>
      )}
    </section>
  );
}

function Rows({ rows }: { rows: [name: string, value: string][] }) {
  return (
    <dl className="divide-y">
      {rows.map(([name, value]) => (
        <div key={`${name} ${value}`} className="flex flex-wrap justify-between gap-x-6 py-1.5">
          <dt className="wrap-anywhere">{name}</dt>
          <dd className="text-muted tabular-nums">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
