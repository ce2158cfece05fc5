import { useQuery } from '@tanstack/react-query';
import { t } from '#contract/i18n/t.ts';
import { queries } from '#web/base/api/queries.ts';
import { CountyMap } from '#web/base/art/county-map.tsx';
import { rich } from '#web/base/i18n/rich.ts';
import { SearchBox } from '#web/base/search-box/search-box.tsx';
import { UseMyLocation } from '#web/base/search-box/use-my-location.tsx';
import { Container } from '#web/base/ui/container.tsx';
import { Icon } from '#web/base/ui/icon.tsx';

/** The number of businesses is displayed only above this value. */
const MIN_ADVERTISED_COUNT = 2_500;

/**
 * The top of the home page: a heading, the search box, the county map and shortcuts.
 * @param counts numbers of listings by county slug
 * @param onPoint takes the position of a visitor who presses 'Use my location'
 */
export function HomeHero({
  counts,
  onPoint,
}: {
  counts: Record<string, number> | undefined;
  onPoint: (point: string) => void;
}) {
  const { data: texts } = useQuery({ ...queries.homeTexts(), throwOnError: false });
  const businesses = Object.values(counts ?? {}).reduce((sum, count) => sum + count, 0);
  return (
    <Container className="pt-5 md:pt-14">
      <div className="grid grid-cols-1 items-center gap-8 lg:grid-cols-[minmax(0,5fr)_minmax(0,6fr)] lg:gap-12">
        <div>
          <h1 className="text-2xl sm:text-4xl lg:text-[3.5rem] lg:leading-[1.02]">{texts?.headline ?? '\u00a0'}</h1>
          <p className="mt-2 max-w-measure text-muted sm:mt-5 sm:text-lg md:text-xl md:leading-normal">
            {texts?.subline.replace(
              '{businesses}',
              businesses > MIN_ADVERTISED_COUNT
                ? t('{count, number} local businesses', { count: businesses })
                : t('Local businesses'),
            ) ?? '\u00a0'}
          </p>
          <SearchBox id="home-search" label={t('Find a business')} className="large mt-4 sm:mt-7" />
          <UseMyLocation form="home-search" onPoint={onPoint} className="mt-1 sm:mt-2" />
          <TopCategories />
          <p className="mt-4 text-muted max-sm:hidden">
            {rich(
              'Or <map>pick your county on the map, or </map>browse by <city>city</city> or <category>category</category>. Have a business? <post>List yours free</post>.',
              {
                map: (text) => <span className="max-lg:hidden">{text}</span>,
                city: (text) => (
                  <a href="#cities" className="link">
                    {text}
                  </a>
                ),
                category: (text) => (
                  <a href="/categories" className="link">
                    {text}
                  </a>
                ),
                post: (text) => (
                  <a href="/post-ad" className="link">
                    {text}
                  </a>
                ),
              },
            )}
          </p>
        </div>
        <CountyMap counts={counts} className="h-auto w-full max-lg:hidden" />
      </div>
      <Shortcuts />
    </Container>
  );
}

const MAX_CHIPS = 8;

/** Links to what is open now and to the categories with most listings. */
function TopCategories() {
  const { data } = useQuery({ ...queries.topCategories(), throwOnError: false });
  const largest = data?.items.toSorted((a, b) => b.count - a.count).slice(0, MAX_CHIPS) ?? [];
  return (
    <ul aria-label={t('Popular searches')} className="scroll-row mt-1 min-h-11 sm:mt-4">
      <li>
        <a href="/search?open=now" className="chip max-sm:px-3">
          <Icon name="clock" />
          {t('Open now')}
        </a>
      </li>
      {largest.map(({ name, slug, icon }) => (
        <li key={slug}>
          <a href={`/category/${slug}`} className="chip max-sm:px-3">
            <Icon name={icon} />
            {name}
          </a>
        </li>
      ))}
    </ul>
  );
}

const shortcuts = [
  { href: '/post-ad', label: t('Post an Ad'), icon: 'pen-line' },
  { href: '/browse', label: t('Browse Ads'), icon: 'layout-list' },
  { href: '/featured', label: t('Featured Advertisers'), icon: 'star' },
  { href: '/rates', label: t('Advertising Rates'), icon: 'badge-percent' },
  { href: '/contact', label: t('Contact Us'), icon: 'message-square-text' },
];

function Shortcuts() {
  return (
    <nav aria-label={t('Shortcuts')} className="mt-5 border-y md:mt-14">
      <ul className="shortcuts">
        {shortcuts.map(({ href, label, icon }) => (
          <li key={href}>
            <a href={href}>
              <Icon name={icon} className="shortcut-icon" />
              {label}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
