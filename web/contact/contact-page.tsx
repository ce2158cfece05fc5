import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { t } from '#contract/i18n/t.ts';
import { queries } from '#web/base/api/queries.ts';
import { useSite } from '#web/base/api/site.tsx';
import { rich } from '#web/base/i18n/rich.ts';
import { breadcrumbList } from '#web/base/layout/json-ld.ts';
import { Metadata } from '#web/base/layout/metadata.tsx';
import { QuestionList, textFaqPage } from '#web/base/layout/question-list.tsx';
import { useUser } from '#web/base/session/user.ts';
import { Card } from '#web/base/ui/card.tsx';
import { Container } from '#web/base/ui/container.tsx';
import { Icon } from '#web/base/ui/icon.tsx';
import { PageHeading } from '#web/base/ui/page-heading.tsx';
import { Section } from '#web/base/ui/section.tsx';
import { Skeleton } from '#web/base/ui/skeleton.tsx';
import { ContactForm } from './contact-form.tsx';

export { ContactPage as Component };

const crumbs = [{ label: t('Home'), href: '/' }, { label: t('Contact') }];

/** `/contact`: the contact form, reply times and frequent questions. */
function ContactPage() {
  const site = useSite();
  const { data: faq } = useQuery(queries.contactFaq());
  return (
    <Container>
      <Metadata
        title={t('Contact Us')}
        description={t(
          'Contact {site} about a listing, a payment, your account or an idea. Replies take 24-48 business hours.',
          { site: site.name },
        )}
        path="/contact"
        jsonLd={[breadcrumbList(site, crumbs), ...textFaqPage(site, faq?.questions ?? [])]}
      />
      <PageHeading
        title={t('Contact Us')}
        kicker={t('Customer support')}
        lead={t('Send us a message about a listing, a payment or a place we missed. A real person will reply.')}
        breadcrumbs={crumbs}
      />
      <div className="mt-8 grid items-start gap-6 md:mt-10 lg:grid-cols-[minmax(0,1fr)_20rem] lg:gap-10">
        <Card as="section" aria-labelledby="write" className="p-4 sm:p-6">
          <h2 id="write" className="mb-5 text-xl">
            {t('Write to us')}
          </h2>
          <ContactForm />
        </Card>
        <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-1">
          <ContactFact icon="clock" title={t('When we reply')}>
            <p>{t('Replies take 24-48 business hours. We’ll reply to the email address you enter.')}</p>
          </ContactFact>
          <ContactFact icon="map-pin" title={t('Mailing address')}>
            <address className="whitespace-pre-line not-italic">
              {site.operator}
              {'\n'}
              {site.postalAddress || t('Southern California')}
            </address>
            {site.postalAddress === '' && <MissingAddress />}
          </ContactFact>
          <ContactFact icon="search" title={t('Quick answers')}>
            <p>
              {rich('Find answers to common questions: <help>Help & FAQ</help>', {
                help: (text) => (
                  <a href="/help" className="link">
                    {text}
                  </a>
                ),
              })}
            </p>
          </ContactFact>
        </div>
      </div>
      <Section title={faq?.title ?? t('Before you write')}>
        {faq ? <QuestionList questions={faq.questions} /> : <FaqSkeleton />}
      </Section>
    </Container>
  );
}

function ContactFact({ icon, title, children }: { icon: string; title: string; children: ReactNode }) {
  return (
    <Card as="section" className="flex gap-3.5 p-4 sm:p-5">
      <Icon name={icon} className="mt-0.5 size-5 shrink-0 text-pacific" />
      <div className="typed">
        <h2 className="text-lg">{title}</h2>
        <div className="mt-1 text-muted">{children}</div>
      </div>
    </Card>
  );
}

/** Says how to get the postal address until there is one, and to administrators where they set it. */
function MissingAddress() {
  const { user } = useUser();
  return (
    <>
      <p className="mt-2">{t('Ask us with the form, and we’ll send you the full address.')}</p>
      {user?.role === 'administrator' && (
        <p className="mt-2">
          {rich('Only administrators see this: <link>set the postal address</link>.', {
            link: (text) => (
              <a href="/admin?tab=settings" className="link">
                {text}
              </a>
            ),
          })}
        </p>
      )}
    </>
  );
}

const SKELETON_ROWS = 5;

function FaqSkeleton() {
  return (
    <div className="grid max-w-[44rem] gap-2" aria-busy="true">
      {Array.from({ length: SKELETON_ROWS }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they are all the same.
        <Skeleton key={row} className="h-14 rounded-card" />
      ))}
    </div>
  );
}
