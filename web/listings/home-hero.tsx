import { useQuery } from '@tanstack/react-query';
import { BadgePercent, LayoutList, MessageSquareText, PenLine, Star } from 'lucide-react';
import { CountyMap } from '../art/county-map.tsx';
import { queries } from '../queries.ts';
import { buttonClass } from '../ui/button.tsx';
import { Container } from '../ui/container.tsx';

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
            in eight counties: breweries, grocers, farmers markets and everyone else down the road from you.
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
  { href: '/post-ad', label: 'Post an Ad', Icon: PenLine },
  { href: '/browse', label: 'Browse Ads', Icon: LayoutList },
  { href: '/featured', label: 'Featured Advertisers', Icon: Star },
  { href: '/rates', label: 'Advertising Rates', Icon: BadgePercent },
  { href: '/contact', label: 'Contact Us', Icon: MessageSquareText },
];

function FiveLinks() {
  return (
    <nav aria-label="Shortcuts" className="mt-10 border-y md:mt-14">
      <ul className="grid grid-cols-2 sm:grid-cols-3 lg:grid-cols-5 lg:divide-x">
        {fiveLinks.map(({ href, label, Icon }) => (
          <li key={href}>
            <a
              href={href}
              className="flex min-h-14 items-center gap-3 py-2 font-semibold hover:text-pacific lg:justify-center"
            >
              <Icon aria-hidden="true" className="size-5 shrink-0 text-poppy-text" />
              {label}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
