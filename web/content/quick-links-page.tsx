import { t } from '#contract/i18n/t.ts';
import { useSite } from '#web/base/api/site.tsx';
import { Scene } from '#web/base/art/scene.tsx';
import { breadcrumbList } from '#web/base/layout/json-ld.ts';
import { Metadata } from '#web/base/layout/metadata.tsx';
import { recordEvent } from '#web/base/tracking/data-layer.ts';
import { Card } from '#web/base/ui/card.tsx';
import { Container } from '#web/base/ui/container.tsx';
import { Icon } from '#web/base/ui/icon.tsx';
import { PageHeading } from '#web/base/ui/page-heading.tsx';
import { Section } from '#web/base/ui/section.tsx';
import { ContactPrompt } from './contact-prompt.tsx';
import { DataSources } from './data-sources.tsx';

export { QuickLinksPage as Component };

const crumbs = [{ label: t('Home'), href: '/' }, { label: t('About') }];

const links = [
  {
    href: '/post-ad',
    label: t('Post an Ad'),
    icon: 'pen-line',
    text: t('List your business free. It takes two minutes.'),
  },
  { href: '/browse', label: t('Browse Ads'), icon: 'layout-list', text: t('By city, by category or newest first.') },
  {
    href: '/featured',
    label: t('Featured Advertisers'),
    icon: 'star',
    text: t('Standout businesses from every county.'),
  },
  {
    href: '/rates',
    label: t('Advertising Rates'),
    icon: 'badge-percent',
    text: t('What Premium includes and what it costs.'),
  },
  {
    href: '/contact',
    label: t('Contact Us'),
    icon: 'message-square-text',
    text: t('A real person reads every message.'),
  },
  { href: '/help', label: t('Help & FAQ'), icon: 'info', text: t('Answers about listings, payments and accounts.') },
];

/** `/quick-links`, titled 'About': a description of the site and links to its main pages. */
function QuickLinksPage() {
  const site = useSite();
  return (
    <Container>
      <Metadata
        title={t('About {site}', { site: site.name })}
        description={t(
          '{site} is a directory of local businesses in eight Southern California counties. Learn what it is, where listings come from and where to go next.',
          { site: site.name },
        )}
        path="/quick-links"
        jsonLd={breadcrumbList(site, crumbs)}
      />
      <PageHeading
        title={t('About {site}', { site: site.name })}
        lead={t('Southern California’s local pages: who does what, where to find them and how to get in touch.')}
        breadcrumbs={crumbs}
        scene={<Scene />}
      >
        <p className="max-w-measure">
          {t(
            'Founded in 2021, a unit of {operator}. Listings come from business owners and from open data, with the source named on each. Stars come from customers, not from us, and we don’t track you across the web.',
            { operator: site.operator },
          )}
        </p>
      </PageHeading>
      <Section title={t('Quick links')}>
        <ul className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
          {links.map(({ href, label, icon, text }) => (
            <Card key={href} as="li" interactive className="flex gap-4 p-5">
              <Icon name={icon} className="round-icon size-12 p-3" />
              <div>
                <h3 className="text-lg">
                  <a href={href} className="cover-link">
                    {label}
                  </a>
                </h3>
                <p className="mt-1 text-muted">{text}</p>
              </div>
            </Card>
          ))}
        </ul>
      </Section>
      <DataSources />
      <ContactPrompt
        title={t('Have something else on your mind?')}
        action={t('Contact Us')}
        onClick={() => recordEvent('quick_links_contact_cta')}
      >
        {t('Send us a question, a correction or a place we missed. We reply within 24-48 business hours.')}
      </ContactPrompt>
    </Container>
  );
}
