import { LANGUAGE_NAMES, LANGUAGES, toLocalPath } from '#contract/i18n/languages.ts';
import { t } from '#contract/i18n/t.ts';
import { useSite } from '#web/base/api/site.tsx';
import { Mark } from '#web/base/art/mark.tsx';
import { LANGUAGE } from '#web/base/i18n/language.ts';
import { Container } from '#web/base/ui/container.tsx';
import { FooterLink, FooterLinks, FooterSection } from './footer-links.tsx';
import { SocialLinks } from './social.tsx';

const popularLocations = [
  { label: t('Los Angeles'), href: '/los-angeles' },
  { label: 'San Diego', href: '/san-diego' },
  { label: t('Orange County'), href: '/orange-county' },
  { label: 'Palm Springs', href: '/palm-springs' },
  { label: 'Riverside', href: '/riverside' },
];

const quickLinks = [
  { label: t('Post an Ad'), href: '/post-ad' },
  { label: t('Browse Ads'), href: '/browse' },
  { label: t('Get quotes'), href: '/quote' },
  { label: t('Featured Advertisers'), href: '/featured' },
  { label: t('Saved listings'), href: '/saved' },
  { label: t('Blog'), href: '/blog' },
  { label: t('Advertising Rates'), href: '/rates' },
  { label: t('Contact'), href: '/contact' },
  { label: t('Help & FAQ'), href: '/help' },
  { label: t('All locations'), href: '/locations' },
  { label: t('All categories'), href: '/categories' },
];

/**
 * What the footer contains: links, contact, operator, and the sources of the open data. Only the server makes it, as HTML for
 * `static-footer.tsx`.
 */
export function Footer() {
  const site = useSite();
  return (
    <>
      <Shoreline />
      <div className="bg-paper">
        <Container className="grid gap-x-8 gap-y-4 pt-2 pb-6 sm:grid-cols-2 sm:gap-y-10 sm:pt-6 sm:pb-12 lg:grid-cols-[1.4fr_0.9fr_2fr_1.2fr]">
          <div className="max-w-80">
            <a href="/" className="inline-flex min-h-11 items-center gap-2.5">
              <Mark className="size-9" />
              <span className="font-extrabold font-heading text-xl leading-none">{site.name}</span>
            </a>
            <p className="mb-3 text-muted sm:mt-3 sm:mb-5">
              {t('Local businesses from the Ventura coast to the Imperial Valley.')}
            </p>
            <SocialLinks />
          </div>
          <FooterLinks title={t('Popular locations')} links={popularLocations} />
          <FooterLinks title={t('Quick links')} links={quickLinks} columns />
          <FooterSection title={t('Contact')}>
            <address className="mb-3 whitespace-pre-line text-muted not-italic">
              {site.postalAddress || `${site.operator}\n${t('Southern California')}`}
            </address>
            <p className="text-muted">{t('Questions, corrections, or a place we missed?')}</p>
            <FooterLink href="/contact" label={t('Contact us')} />
          </FooterSection>
        </Container>
        <div className="border-line border-t">
          <Container className="grid gap-3 py-6 text-muted text-sm">
            <div className="flex flex-wrap items-center justify-between gap-x-8">
              <p>
                {t('Founded in 2021. {site} is a unit of {operator}.', { site: site.name, operator: site.operator })}
              </p>
              <ul className="flex flex-wrap gap-x-6">
                {LANGUAGES.filter((language) => language !== LANGUAGE).map((language) => (
                  <li key={language}>
                    <a href={toLocalPath('/', language)} hrefLang={language} lang={language} className="footer-link">
                      {LANGUAGE_NAMES[language]}
                    </a>
                  </li>
                ))}
                <li>
                  <FooterLink href="/privacy-policy" label={t('Privacy')} />
                </li>
                <li>
                  <FooterLink href="/privacy-choices" label={t('Your Privacy Choices')} />
                </li>
                <li>
                  <FooterLink href="/terms-of-service" label={t('Terms')} />
                </li>
              </ul>
            </div>
            <FooterLink
              href="/quick-links#data-sources"
              label={t('Built on open data: GeoNames (CC BY 4.0), US Census Bureau and more')}
            />
          </Container>
        </div>
      </div>
    </>
  );
}

/** Two decorative waves between the page and the footer. */
function Shoreline() {
  return (
    <svg
      viewBox="0 0 1440 64"
      preserveAspectRatio="none"
      aria-hidden="true"
      className="-mb-px block h-10 w-full md:h-16"
    >
      <path
        className="fill-pacific opacity-40"
        d="M0 30C120 10 240 10 360 26s240 30 360 14 240-34 360-18 240 26 360 6v36H0z"
      />
      <path className="fill-paper" d="M0 44c120-16 240-12 360 2s240 18 360 4 240-24 360-10 240 18 360 4v20H0z" />
    </svg>
  );
}
