import { Scene } from '../art/scene.tsx';
import { breadcrumbList } from '../layout/json-ld.ts';
import { Metadata } from '../layout/metadata.tsx';
import { useSite } from '../layout/site.tsx';
import { recordEvent } from '../tracking/data-layer.ts';
import { Card } from '../ui/card.tsx';
import { Container } from '../ui/container.tsx';
import { Icon } from '../ui/icon.tsx';
import { PageHeading } from '../ui/page-heading.tsx';
import { Section } from '../ui/section.tsx';
import { ContactPrompt } from './contact-prompt.tsx';

export { QuickLinksPage as Component };

const crumbs = [{ label: 'Home', href: '/' }, { label: 'About' }];

const links = [
  { href: '/post-ad', label: 'Post an Ad', icon: 'pen-line', text: 'List your business. It is free and live at once.' },
  { href: '/browse', label: 'Browse Ads', icon: 'layout-list', text: 'By city, by category, or the newest first.' },
  { href: '/featured', label: 'Featured Advertisers', icon: 'star', text: 'Businesses that want to be found first.' },
  { href: '/rates', label: 'Advertising Rates', icon: 'badge-percent', text: 'What premium adds, and what it costs.' },
  { href: '/contact', label: 'Contact Us', icon: 'message-square-text', text: 'A person reads what you write.' },
  { href: '/help', label: 'Help & FAQ', icon: 'info', text: 'Answers about listings, payments and accounts.' },
];

/** `/quick-links`, titled 'About': a description of the site and links to its main pages. */
function QuickLinksPage() {
  const site = useSite();
  return (
    <Container>
      <Metadata
        title={`About ${site.name}`}
        description={`${site.name} is a directory of local businesses in eight counties of Southern California. What it is, where its listings come from, and where to go next.`}
        path="/quick-links"
        jsonLd={breadcrumbList(site, crumbs)}
      />
      <PageHeading
        title={`About ${site.name}`}
        lead="The local pages of Southern California: who does what, around which corner, and how to reach them."
        breadcrumbs={crumbs}
        scene={<Scene />}
      >
        <p className="max-w-measure">
          Founded in 2021, a unit of {site.operator}. Listings come from the owners themselves and from open data that
          is named on each. Nobody is rated here, and nobody who reads is followed around.
        </p>
      </PageHeading>
      <Section title="Quick links">
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
      <ContactPrompt
        title="Something else on your mind?"
        action="Contact Us"
        onClick={() => recordEvent('quick_links_contact_cta')}
      >
        Questions, corrections, a place that we missed: we answer within 24-48 business hours.
      </ContactPrompt>
    </Container>
  );
}
