import { useQuery } from '@tanstack/react-query';
import { t } from '#contract/i18n/t.ts';
import { queries } from '#web/base/api/queries.ts';
import { rich } from '#web/base/i18n/rich.ts';
import { Section } from '#web/base/ui/section.tsx';
import { Skeleton } from '#web/base/ui/skeleton.tsx';

/** The licenses of `data/sources.csv` that are words. */
const LICENSES: Record<string, string> = {
  'Public domain': t('Public domain'),
  'Public record': t('Public record'),
  'State open data': t('State open data'),
};

/** Names the open data of the site with its licenses: that of places and maps, and the sources of listings. */
export function DataSources() {
  const { data } = useQuery(queries.dataSources());
  return (
    <Section title={t('Data sources')} id="data-sources">
      <dl className="grid gap-x-8 gap-y-4 sm:grid-cols-[12rem_1fr]">
        <dt className="font-semibold">{t('Places and ZIP codes')}</dt>
        <dd>
          {rich('<geonames>GeoNames</geonames> (CC BY 4.0), US Census Bureau (public domain)', {
            geonames: (text) => (
              <a href="https://www.geonames.org/" className="link">
                {text}
              </a>
            ),
          })}
        </dd>
        <dt className="font-semibold">{t('Maps')}</dt>
        <dd>
          {rich(
            'US Census Bureau and Natural Earth (public domain), streets <osm>© OpenStreetMap contributors</osm> (ODbL: whoever passes on an altered copy of this data shares it alike)',
            {
              osm: (text) => (
                <a href="https://www.openstreetmap.org/copyright" className="link">
                  {text}
                </a>
              ),
            },
          )}
        </dd>
        <dt className="font-semibold">{t('Unclaimed listings')}</dt>
        <dd>
          {data ? (
            <ul className="grid gap-1.5">
              {data.items.map(({ title, date, license, url }) => (
                <li key={title}>
                  {url ? (
                    <a href={url} className="link">
                      {title}
                    </a>
                  ) : (
                    title
                  )}
                  {[license, date].some(Boolean) &&
                    ` (${[license && (LICENSES[license] ?? license), date?.slice(0, 4)].filter(Boolean).join(', ')})`}
                </li>
              ))}
            </ul>
          ) : (
            <Skeleton className="h-40" />
          )}
        </dd>
      </dl>
    </Section>
  );
}
