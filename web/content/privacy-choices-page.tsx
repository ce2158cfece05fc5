import { t } from '#contract/i18n/t.ts';
import { hasThirdParties, useSite } from '#web/base/api/site.tsx';
import { rich } from '#web/base/i18n/rich.ts';
import { breadcrumbList } from '#web/base/layout/json-ld.ts';
import { Metadata } from '#web/base/layout/metadata.tsx';
import { ConsentChoice, NoThirdParties } from '#web/base/tracking/consent-choice.tsx';
import { Container } from '#web/base/ui/container.tsx';
import { PageHeading } from '#web/base/ui/page-heading.tsx';
import { Section } from '#web/base/ui/section.tsx';

export { PrivacyChoicesPage as Component };

const crumbs = [{ label: t('Home'), href: '/' }, { label: t('Your Privacy Choices') }];

/** `/privacy-choices`: the decision on third-party scripts, and information on our own analytics and on account data. */
function PrivacyChoicesPage() {
  const site = useSite();
  return (
    <Container className="privacy-choices">
      <Metadata
        title={t('Your Privacy Choices')}
        description={t(
          'Choose whether other companies can see what you read on {site}, and learn what we count and how to see or delete your data.',
          { site: site.name },
        )}
        path="/privacy-choices"
        jsonLd={breadcrumbList(site, crumbs)}
      />
      <PageHeading
        title={t('Your Privacy Choices')}
        lead={t('Choose who can see what you read here.')}
        breadcrumbs={crumbs}
      />
      <Section title={t('Other companies')}>
        {hasThirdParties(site) ? <ConsentChoice /> : <NoThirdParties />}
        <p className="mt-5 max-w-measure text-muted">
          {t('Checkout is separate. When Stripe takes card payments, its script runs on the checkout page only.')}
        </p>
      </Section>
      <Section title={t('What we count')}>
        <p className="max-w-measure">
          {rich(
            'We count views of pages, listings and ads, and what gets clicked. We use no cookies and nothing that identifies you, and each day starts fresh. The privacy policy explains <counting>how visits are counted</counting>.',
            {
              counting: (text) => (
                <a href="/privacy-policy#how-visits-are-counted" className="link">
                  {text}
                </a>
              ),
            },
          )}
        </p>
      </Section>
      <Section title={t('Your data')}>
        <p className="max-w-measure">
          {rich(
            'If you have an account, you can download, correct and delete your data in <account>your account</account>. If you don’t, or someone else is asking on your behalf, <contact>write to us</contact>. We don’t sell personal information. Read about <rights>your rights</rights> in the privacy policy.',
            {
              account: (text) => (
                <a href="/account#data" className="link">
                  {text}
                </a>
              ),
              contact: (text) => (
                <a href="/contact" className="link">
                  {text}
                </a>
              ),
              rights: (text) => (
                <a href="/privacy-policy#your-rights" className="link">
                  {text}
                </a>
              ),
            },
          )}
        </p>
      </Section>
    </Container>
  );
}
