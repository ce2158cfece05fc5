import type { ListingPage } from '#contract/listings.ts';
import { Icon } from '../ui/icon.tsx';
import { openingHours } from './opening-hours.ts';
import { OpeningStatus } from './opening-status.tsx';

/** The opening hours of a listing: the current status, the hours by day, and the holiday note. */
export function ListingHours({ listing: { hours, holidayNote } }: { listing: ListingPage }) {
  const days = hours ? openingHours(hours) : [];
  if (days.length === 0 && !holidayNote) return null;
  return (
    <div className="flex gap-3">
      <Icon name="clock" className="mt-1 size-5 shrink-0 text-pacific" />
      <div className="min-w-0 grow">
        <h2 className="font-sans font-semibold text-base leading-normal tracking-normal">Hours</h2>
        {hours && days.length > 0 && <OpeningStatus hours={hours} />}
        <dl className="mt-1 grid grid-cols-[auto_1fr] gap-x-5 gap-y-0.5 tabular-nums">
          {days.map(({ day, times }) => (
            <div key={day} className="contents">
              <dt className="text-muted">{day}</dt>
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
        {holidayNote && <p className="typed mt-2">{holidayNote}</p>}
      </div>
    </div>
  );
}
