import { t } from '#contract/i18n/t.ts';
import { Postcard } from '#web/base/art/postcard.tsx';
import { Card } from '#web/base/ui/card.tsx';

const examples = [
  {
    name: t('Los Angeles Metro'),
    county: 'los-angeles-county',
    href: '/los-angeles',
    text: t('From Santa Monica to Pomona and from Lancaster to Long Beach.'),
  },
  {
    name: t('Palm Springs and Coachella Valley'),
    county: 'riverside-county',
    href: '/palm-springs',
    text: t('Palm Desert, Indio, La Quinta and Cathedral City, for seasonal visitors and year-round neighbors.'),
  },
  {
    name: t('El Centro and Imperial County'),
    county: 'imperial-county',
    href: '/imperial',
    text: t('Brawley, Calexico and Holtville, where everyone knows the way but not everyone’s hours.'),
  },
  {
    name: t('Bakersfield and Kern County'),
    county: 'kern-county',
    href: '/kern',
    text: t('Delano, Ridgecrest, Tehachapi and the towns on the Kern River.'),
  },
  {
    name: t('Orange County'),
    county: 'orange-county',
    href: '/orange-county',
    text: t('Anaheim, Santa Ana, Irvine and the beaches from Seal Beach to San Clemente.'),
  },
  {
    name: t('San Diego County'),
    county: 'san-diego-county',
    href: '/san-diego',
    text: t('Oceanside to San Ysidro, and inland to Escondido and El Cajon.'),
  },
];

/** Places where listings appear. */
export function PlaceExamples() {
  return (
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
  );
}
