import { getHolidayName } from '#contract/hours/special-days.ts';
import { t } from '#contract/i18n/t.ts';
import type { ListingPage } from '#contract/listings.ts';
import { Icon } from '#web/base/ui/icon.tsx';
import { formatDate, formatDayHours, openingHours } from './opening-hours.ts';

/** The most dates with special hours that are listed: those that come next. */
const MAX_DATES = 8;

/** The opening hours of a listing: the hours by day, the next dates with other hours, and the holiday note. */
export function ListingHours({ listing }: { listing: ListingPage }) {
  const { hours, holidayNote, specialDates } = listing;
  const days = hours ? openingHours(hours) : [];
  if (days.length === 0 && specialDates.length === 0 && !holidayNote) return null;
  return (
    <div className="flex gap-3">
      <Icon name="clock" className="mt-1 size-5 shrink-0 text-pacific" />
      <div className="min-w-0 grow">
        <h2 className="font-sans font-semibold text-base leading-normal tracking-normal">{t('Hours')}</h2>
        <HoursRows rows={days} />
        {specialDates.length > 0 && (
          <>
            <h3 className="mt-3 font-sans font-semibold text-sm">{t('Special hours')}</h3>
            <HoursRows
              rows={specialDates.slice(0, MAX_DATES).map(({ date, through, holiday, hours }) => ({
                day: formatDates(date, through),
                // What the API answers is English.
                note: holiday && getHolidayName(date),
                times: formatDayHours(hours),
              }))}
            />
          </>
        )}
        {holidayNote && <p className="typed mt-2">{holidayNote}</p>}
      </div>
    </div>
  );
}

/** 'Thu, Dec 24'; 'Tue, Dec 1 – Fri, Dec 11'; 'Tue, Dec 1 –' without an end. */
const formatDates = (date: string, through?: string | null) =>
  formatDate(date) + (through === undefined ? '' : ` – ${through ? formatDate(through) : ''}`);

function HoursRows({ rows }: { rows: { day: string; note?: string | null; times: string[] }[] }) {
  return (
    <dl className="mt-1 grid grid-cols-[auto_1fr] gap-x-5 gap-y-0.5 tabular-nums">
      {rows.map(({ day, note, times }) => (
        <div key={day} className="contents">
          <dt className="text-muted">
            {day}
            {note && <span className="block text-sm">{note}</span>}
          </dt>
          <dd>
            {times.map((span) => (
              <span key={span} className="block">
                {span}
              </span>
            ))}
          </dd>
        </div>
      ))}
    </dl>
  );
}
