import { formatDollars, PLANS } from '#contract/plans.ts';
import { Postcard } from '../art/postcard.tsx';
import { breadcrumbList } from '../layout/json-ld.ts';
import { Metadata } from '../layout/metadata.tsx';
import { useSite } from '../layout/site.tsx';
import { buttonClass } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { Container } from '../ui/container.tsx';
import { Icon } from '../ui/icon.tsx';
import { PageHeading } from '../ui/page-heading.tsx';
import { Section } from '../ui/section.tsx';
import { DiscountTable } from './discount-table.tsx';
import { LevelCards } from './level-cards.tsx';

export { RatesPage as Component };

const crumbs = [{ label: 'Home', href: '/' }, { label: 'Advertising Rates' }];

const benefits = [
  {
    icon: 'star',
    title: 'Seen first',
    text: 'Your listing stands above the free ones of its city, ZIP code and category.',
  },
  {
    icon: 'image-up',
    title: 'Looks like you',
    text: 'Your logo and up to three pictures, in every list and on your page.',
  },
  { icon: 'link-2', title: 'A link that counts', text: 'A DoFollow link to your website, and your social profiles.' },
  { icon: 'map-pin', title: 'Found on the map', text: 'A map pin with directions, one touch away on every phone.' },
  {
    icon: 'message-square-text',
    title: 'Answers aloud',
    text: 'Your questions and answers, marked up for search and voice assistants.',
  },
  {
    icon: 'chart-no-axes-column',
    title: 'Counted, not guessed',
    text: 'Views, clicks and calls by day, and the pages that brought them. Without robots and without you.',
  },
];

const examples = [
  {
    name: 'Los Angeles Metro',
    county: 'los-angeles-county',
    href: '/los-angeles',
    text: 'From Santa Monica to Pomona and from Lancaster to Long Beach.',
  },
  {
    name: 'Palm Springs and Coachella Valley',
    county: 'riverside-county',
    href: '/palm-springs',
    text: 'Palm Desert, Indio, La Quinta and Cathedral City, visitors in season and neighbors all year.',
  },
  {
    name: 'El Centro and Imperial County',
    county: 'imperial-county',
    href: '/imperial',
    text: 'Brawley, Calexico and Holtville, where everybody knows the way but not everybody’s hours.',
  },
  {
    name: 'Bakersfield and Kern County',
    county: 'kern-county',
    href: '/kern',
    text: 'Delano, Ridgecrest, Tehachapi and the towns on the Kern River.',
  },
  {
    name: 'Orange County',
    county: 'orange-county',
    href: '/orange-county',
    text: 'Anaheim, Santa Ana, Irvine and the beaches from Seal Beach to San Clemente.',
  },
  {
    name: 'San Diego County',
    county: 'san-diego-county',
    href: '/san-diego',
    text: 'Oceanside to San Ysidro, and inland to Escondido and El Cajon.',
  },
];

/** `/rates`: free and premium listings, discounts for longer terms, and the places where listings appear. */
function RatesPage() {
  const site = useSite();
  return (
    <Container>
      <Metadata
        title="Advertising Rates"
        description={`What it costs to be listed in Southern California: free, or premium from ${formatDollars(PLANS.annual.priceCents / PLANS.annual.months)} a month with logo, pictures, map pin, website link and analytics.`}
        path="/rates"
        jsonLd={breadcrumbList(site, crumbs)}
      />
      <PageHeading
        title="Advertising Rates"
        kicker="Last updated: April 2025"
        lead="Being listed is free. Premium puts you first, with pictures, a link and figures. You pay once for a fixed term: nothing renews by itself."
        breadcrumbs={crumbs}
      />
      <Section title="Freemium and Premium">
        <LevelCards />
        <p className="mt-5 max-w-measure text-muted">
          Only want your logo, pictures, analytics and a featured spot? Enhanced is{' '}
          {formatDollars(PLANS.enhanced.priceCents)} a month, without headline, tags and FAQ.{' '}
          <a href={`/checkout?plan=${PLANS.enhanced.id}`} className="link">
            Choose Enhanced
          </a>
        </p>
      </Section>
      <Section title="Longer terms, lower prices" lead="Discounts are applied automatically at checkout.">
        <DiscountTable />
      </Section>
      <Section title="What Premium gives you">
        <ul className="grid gap-x-8 gap-y-6 sm:grid-cols-2 lg:grid-cols-3">
          {benefits.map(({ icon, title, text }) => (
            <li key={title} className="flex gap-4">
              <Icon name={icon} className="round-icon size-12 p-3" />
              <div>
                <h3 className="text-lg">{title}</h3>
                <p className="mt-1 text-muted">{text}</p>
              </div>
            </li>
          ))}
        </ul>
      </Section>
      <Section
        title="Where you are seen"
        lead="One listing covers its city, its ZIP code, its county and its category. Six examples:"
      >
        <ul className="grid gap-4 sm:grid-cols-2 md:gap-5 lg:grid-cols-3">
          {examples.map(({ name, county, href, text }, index) => (
            <Card key={name} as="li" interactive>
              <Postcard county={county} seed={index} className="h-32 w-full object-cover" />
              <div className="p-4">
                <h3 className="text-lg">
                  <a href={href} className="cover-link">
                    {name}
                  </a>
                </h3>
                <p className="mt-1 text-muted">{text}</p>
              </div>
            </Card>
          ))}
        </ul>
      </Section>
      <section
        aria-labelledby="larger"
        className="mt-10 flex flex-wrap items-center justify-between gap-5 rounded-card border border-poppy bg-poppy-wash p-6 md:mt-16 md:p-8"
      >
        <div>
          <h2 id="larger" className="text-xl md:text-2xl">
            Several locations, or a display ad?
          </h2>
          <p className="mt-2 max-w-measure">Tell us where you want to be seen, and we answer with what it costs.</p>
        </div>
        <a href="/contact" className={buttonClass({ variant: 'accent' })}>
          Contact us
        </a>
      </section>
    </Container>
  );
}
