import type { ReactNode } from 'react';
import { breadcrumbList } from '../layout/json-ld.ts';
import { Metadata } from '../layout/metadata.tsx';
import { hasThirdParties, useSite } from '../layout/site.tsx';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { Container } from '../ui/container.tsx';
import { Icon } from '../ui/icon.tsx';
import { PageHeading } from '../ui/page-heading.tsx';
import { Section } from '../ui/section.tsx';
import { LongDate } from '../ui/time.tsx';
import { SIGNAL_HONORED_TEXT, savePrivacyChoice, usePrivacyChoice, usePrivacySignal } from './privacy-choice.ts';

export { PrivacyChoicesPage as Component };

const crumbs = [{ label: 'Home', href: '/' }, { label: 'Your Privacy Choices' }];

/** `/privacy-choices`: the decision on third-party scripts, and information on our own analytics and on account data. */
function PrivacyChoicesPage() {
  const site = useSite();
  return (
    <Container className="privacy-choices">
      <Metadata
        title="Your Privacy Choices"
        description={`Choose whether other companies can see what you read on ${site.name}, and learn what we count and how to see or delete your data.`}
        path="/privacy-choices"
        jsonLd={breadcrumbList(site, crumbs)}
      />
      <PageHeading title="Your Privacy Choices" lead="Choose who can see what you read here." breadcrumbs={crumbs} />
      <Section title="Other companies">
        {hasThirdParties(site) ? <ConsentChoice /> : <NoThirdParties />}
        <p className="mt-5 max-w-measure text-muted">
          Checkout is separate. When Stripe takes card payments, its script runs on the checkout page only.
        </p>
      </Section>
      <Section title="What we count">
        <p className="max-w-measure">
          We count views of pages, listings and ads, and what gets clicked. We use no cookies and nothing that
          identifies you, and each day starts fresh. The privacy policy explains{' '}
          <a href="/privacy-policy#how-visits-are-counted" className="link">
            how visits are counted
          </a>
          .
        </p>
      </Section>
      <Section title="Your data">
        <p className="max-w-measure">
          If you have an account, you can download, correct and delete your data in{' '}
          <a href="/account#data" className="link">
            your account
          </a>
          . If you don’t, or someone else is asking on your behalf,{' '}
          <a href="/contact" className="link">
            write to us
          </a>
          . We don’t sell personal information. Read about{' '}
          <a href="/privacy-policy#your-rights" className="link">
            your rights
          </a>{' '}
          in the privacy policy.
        </p>
      </Section>
    </Container>
  );
}

function NoThirdParties() {
  const { data: signal } = usePrivacySignal();
  return (
    <PrivacyStatus icon="shield-check" title="You have nothing to opt out of.">
      We don’t load any other company’s code on these pages, so no one else sees what you read.{' '}
      {signal
        ? `${SIGNAL_HONORED_TEXT} You don’t need to do anything else.`
        : 'If your browser sends the Global Privacy Control signal, we honor it automatically.'}
    </PrivacyStatus>
  );
}

/** The visitor's decision, with buttons to change it. */
function ConsentChoice() {
  const site = useSite();
  const choice = usePrivacyChoice(site);
  const { data: signal, isPending } = usePrivacySignal();
  const purposes = [
    site.measurementId && 'count visits with Google Analytics, which doesn’t store your IP address',
    site.adsClientId && 'show ads in the spaces marked “Advertisement”',
  ].filter(Boolean);
  return (
    <>
      <p className="mb-5 max-w-measure">
        If you accept, we load Google’s code to {purposes.join(' and to ')}. It sets cookies, and Google learns which of
        our pages you visit, under{' '}
        <a href="https://policies.google.com/technologies/partner-sites" className="link">
          its own policies
        </a>
        . If you decline, we don’t load it, and the site works just the same.
      </p>
      {signal ? (
        <PrivacyStatus icon="shield-check" title={SIGNAL_HONORED_TEXT}>
          Your browser sends the Global Privacy Control signal, so we don’t load this code, whatever you chose here
          before.
        </PrivacyStatus>
      ) : (
        <PrivacyStatus
          icon={choice?.agreed ? 'info' : 'shield-check'}
          title={choice ? (choice.agreed ? 'You accepted.' : 'You declined.') : 'You haven’t chosen yet.'}
          actions={[true, false].map((agreed) => (
            <Button
              key={String(agreed)}
              variant="secondary"
              disabled={isPending}
              aria-pressed={choice?.agreed === agreed}
              onClick={() => savePrivacyChoice(site, agreed)}
            >
              {agreed ? 'Accept' : 'Decline'}
            </Button>
          ))}
        >
          {signal === false && choice?.agreed ? 'We load Google’s code' : 'We don’t load any Google code'}
          {choice && (
            <>
              . You chose this on <LongDate at={choice.date} />, and the choice is saved in this browser
            </>
          )}
          .
        </PrivacyStatus>
      )}
    </>
  );
}

/** A status message with actions. Its minimum height is the same in every state, so that the page does not jump. */
function PrivacyStatus({
  icon,
  title,
  actions,
  children,
}: {
  icon: string;
  title: string;
  actions?: ReactNode;
  children: ReactNode;
}) {
  return (
    <Card className="flex min-h-42 max-w-measure gap-4 p-5">
      <Icon name={icon} className="round-icon" />
      <div>
        <div role="status">
          <p className="font-bold text-lg">{title}</p>
          <p className="mt-1 text-muted">{children}</p>
        </div>
        {actions && <p className="choice-buttons mt-4">{actions}</p>}
      </div>
    </Card>
  );
}
