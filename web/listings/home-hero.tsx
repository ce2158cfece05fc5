import { useQuery } from '@tanstack/react-query';
import { CountyMap } from '../art/county-map.tsx';
import { queries } from '../queries.ts';
import { buttonClass } from '../ui/button.tsx';
import { Container } from '../ui/container.tsx';
import { Icon } from '../ui/icon.tsx';

/** The number of businesses that the site may always claim to hold; a larger true number is shown as it is. */
const CLAIMED_BUSINESSES = 2_500;

// Two large buttons do not fit beside each other on phones.
const large = 'sm:min-h-13 sm:px-7 sm:text-lg';

/** The head of the home page: what the site is, the map of its counties, and the five ways on. */
export function HomeHero() {
  const { data: counties } = useQuery(queries.counties());
  const businesses = counties?.items.reduce((sum, { count }) => sum + count, 0) ?? 0;
  const counts = counties && Object.fromEntries(counties.items.map(({ slug, count }) => [slug, count]));
  return (
    <Container className="pt-8 md:pt-14">
      <div className="grid items-center gap-8 lg:grid-cols-[minmax(0,5fr)_minmax(0,6fr)] lg:gap-12">
        <div>
          <h1 className="text-3xl sm:text-4xl lg:text-[3.5rem] lg:leading-[1.02]">
            Southern California, street by street.
          </h1>
          <p className="mt-5 max-w-measure text-lg text-muted md:text-xl md:leading-normal">
            {businesses > CLAIMED_BUSINESSES
              ? `${businesses.toLocaleString('en-US')} local businesses`
              : 'Local businesses'}{' '}
            in eight counties, from the Kern River to the border and from the beach to the Colorado.
          </p>
          <p className="mt-7 flex flex-wrap gap-3">
            <a href="/browse" className={`${buttonClass()} ${large}`}>
              Find a business
            </a>
            <a href="/post-ad" className={`${buttonClass({ variant: 'secondary' })} ${large}`}>
              List yours free
            </a>
          </p>
          <p className="mt-6 text-muted">
            Pick your county on the map, or go by{' '}
            <a href="#cities" className="link">
              city
            </a>{' '}
            or{' '}
            <a href="#categories" className="link">
              category
            </a>
            .
          </p>
        </div>
        <CountyMap counts={counts} className="h-auto w-full" />
      </div>
      <FiveLinks />
    </Container>
  );
}

const fiveLinks = [
  { href: '/post-ad', label: 'Post an Ad', icon: 'pen-line' },
  { href: '/browse', label: 'Browse Ads', icon: 'layout-list' },
  { href: '/featured', label: 'Featured Advertisers', icon: 'star' },
  { href: '/rates', label: 'Advertising Rates', icon: 'badge-percent' },
  { href: '/contact', label: 'Contact Us', icon: 'message-square-text' },
];

function FiveLinks() {
  return (
    <nav aria-label="Shortcuts" className="mt-10 border-y md:mt-14">
      <ul className="shortcuts">
        {fiveLinks.map(({ href, label, icon }) => (
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
