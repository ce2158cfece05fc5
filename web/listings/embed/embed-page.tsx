import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { t } from '#contract/i18n/t.ts';
import type { ListingPage } from '#contract/listings.ts';
import { toSourcePath } from '#contract/ownership/sharing/visit-source.ts';
import { queries } from '#web/base/api/queries.ts';
import { useSite } from '#web/base/api/site.tsx';
import { localPath } from '#web/base/i18n/language.ts';
import { rich } from '#web/base/i18n/rich.ts';
import { cityInSentence } from '#web/listings/city-in-sentence.ts';
import { formatDate, formatDayHours, openingHours } from '#web/opening-hours/opening-hours.ts';
import { openingText } from '#web/opening-hours/opening-text.ts';
import { Stars } from '#web/reviews/stars.tsx';
import { openingQuery } from './opening-query.ts';

export { EmbedError as ErrorBoundary } from './embed-error.tsx';
export { EmbedPage as Component };

/**
 * `/embed/{id}`: the card of a listing in a frame of another site. It has no scripts, so whether the business is open is from the
 * API, and each link opens the site in a tab of its own. Icons are from another file, which a sandbox cannot use.
 */
function EmbedPage() {
  const { id = '' } = useParams();
  const { data: listing } = useQuery(queries.listing(id));
  if (!listing) return null;
  return <EmbedCard listing={listing} />;
}

function EmbedCard({ listing }: { listing: ListingPage }) {
  const site = useSite();
  const { id, title, businessName, category, city, rating, tel, unclaimed } = listing;
  const page = toSourcePath(id, 'embed');
  return (
    <main className="embed">
      <EmbedMetadata listing={listing} />
      <h1 className="typed">
        <a href={page} target="_blank" rel="noopener">
          {businessName}
        </a>
      </h1>
      {title !== businessName && <p className="embed-title typed">{title}</p>}
      <p className="typed text-muted text-sm">
        {t('{category} in {city}', { category: category.name, city: cityInSentence(city) })}
      </p>
      <EmbedOpening id={String(id)} />
      {rating && (
        <p className="flex flex-wrap items-center gap-x-2 text-sm">
          <Stars stars={rating.average} className="text-base" />
          <a href={`${page}#reviews`} target="_blank" rel="noopener" className="link inline-flex min-h-6 items-center">
            {t('{average} · {count, plural, one {# review} other {# reviews}}', {
              average: rating.average.toFixed(1),
              count: rating.count,
            })}
          </a>
        </p>
      )}
      <ul className="embed-actions">
        {!unclaimed && (
          <li>
            <a href={`${page}#message`} target="_blank" rel="noopener">
              {t('Send a message')}
            </a>
          </li>
        )}
        {tel && (
          <li>
            <a href={tel}>{t('Call')}</a>
          </li>
        )}
      </ul>
      <EmbedHours listing={listing} />
      <p className="mt-auto pt-2 text-muted text-sm">
        {rich('On {site}', {
          site: (
            <a href={page} target="_blank" rel="noopener" className="link inline-flex min-h-6 items-center">
              {site.name}
            </a>
          ),
        })}
      </p>
    </main>
  );
}

function EmbedMetadata({ listing: { id, businessName } }: { listing: ListingPage }) {
  const { name, origin } = useSite();
  return (
    <>
      <title>{t('{title} on {site}', { title: businessName, site: name })}</title>
      <meta name="robots" content="noindex" />
      <link rel="canonical" href={origin + localPath(`/ads/${id}`)} />
    </>
  );
}

function EmbedOpening({ id }: { id: string }) {
  const { data } = useQuery(openingQuery(id));
  if (!data?.state) return null;
  const [state, next] = openingText(data.state);
  return (
    <p className="text-sm">
      <span className={`font-semibold ${data.state.isOpen && !data.state.isHoliday ? 'text-sage' : ''}`}>{state}</span>{' '}
      {next}
    </p>
  );
}

/** The hours of the week and the next days that differ, where there is room. */
function EmbedHours({ listing: { hours, specialDates } }: { listing: ListingPage }) {
  const rows = [
    ...(hours ? openingHours(hours) : []),
    ...specialDates.slice(0, 2).map((day) => ({ day: formatDate(day.date), times: formatDayHours(day.hours) })),
  ];
  if (rows.length === 0) return null;
  return (
    <section className="embed-hours">
      <h2>{t('Hours')}</h2>
      <dl>
        {rows.map(({ day, times }) => (
          <div key={day}>
            <dt className="text-muted">{day}</dt>
            <dd>{times.join(', ')}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
