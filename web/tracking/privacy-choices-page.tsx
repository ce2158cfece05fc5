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
        description={`Whether other companies may learn what you read on ${site.name}, what we count ourselves, and how to see and delete what we have about you.`}
        path="/privacy-choices"
        jsonLd={breadcrumbList(site, crumbs)}
      />
      <PageHeading
        title="Your Privacy Choices"
        lead="Who may learn what you read here, and how you change that."
        breadcrumbs={crumbs}
      />
      <Section title="Other companies">
        {hasThirdParties(site) ? <ConsentChoice /> : <NoThirdParties />}
        <p className="mt-5 max-w-measure text-muted">
          The checkout is apart from all this: where cards are taken by Stripe, its script runs on that page alone, and
          on no other.
        </p>
      </Section>
      <Section title="What we count ourselves">
        <p className="max-w-measure">
          That a page, a listing or an advertisement was seen, and what was clicked: without cookies, without anything
          that tells who you are, and each visitor anew every day. The privacy policy tells{' '}
          <a href="/privacy-policy#how-visits-are-counted" className="link">
            how visits are counted
          </a>
          .
        </p>
      </Section>
      <Section title="What we have about you">
        <p className="max-w-measure">
          With an account you can take along what is held about you, correct it and delete it, in{' '}
          <a href="/account#data" className="link">
            your account
          </a>
          . Without one, or to have somebody else ask for you,{' '}
          <a href="/contact" className="link">
            write to us
          </a>
          . We sell no personal information;{' '}
          <a href="/privacy-policy#your-rights" className="link">
            your rights
          </a>{' '}
          are in the privacy policy.
        </p>
      </Section>
    </Container>
  );
}

function NoThirdParties() {
  const { data: signal } = usePrivacySignal();
  return (
    <PrivacyStatus icon="shield-check" title="There is nothing to choose.">
      No other company’s code is ever loaded on these pages, so nobody else learns what you read.{' '}
      {signal
        ? `${SIGNAL_HONORED_TEXT} It asks for no more than that.`
        : 'A browser that sends the Global Privacy Control asks for no more than that.'}
    </PrivacyStatus>
  );
}

/** The visitor's decision, with buttons to change it. */
function ConsentChoice() {
  const site = useSite();
  const choice = usePrivacyChoice(site);
  const { data: signal, isPending } = usePrivacySignal();
  const purposes = [
    site.measurementId && 'count visits with Google Analytics, which stores no address',
    site.adsClientId && 'show ads in the places that are marked “Advertisement”',
  ].filter(Boolean);
  return (
    <>
      <p className="mb-5 max-w-measure">
        If you agree, Google’s code is loaded to {purposes.join(', and to ')}. It sets cookies, and Google learns which
        of our pages you see, under{' '}
        <a href="https://policies.google.com/technologies/partner-sites" className="link">
          rules of its own
        </a>
        . If you decline, nothing of it is loaded, and the site works just the same.
      </p>
      {signal ? (
        <PrivacyStatus icon="shield-check" title={SIGNAL_HONORED_TEXT}>
          It sends the Global Privacy Control, which is a no: none of this code is loaded, whatever was chosen here
          before.
        </PrivacyStatus>
      ) : (
        <PrivacyStatus
          icon={choice?.agreed ? 'info' : 'shield-check'}
          title={choice ? (choice.agreed ? 'You agreed.' : 'You declined.') : 'You have not chosen yet.'}
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
          {signal === false && choice?.agreed ? 'Google’s code is loaded' : 'Nothing of Google is loaded'}
          {choice && (
            <>
              : your choice of <LongDate at={choice.date} />, kept in this browser
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
          <p className="font-bold font-heading text-lg">{title}</p>
          <p className="mt-1 text-muted">{children}</p>
        </div>
        {actions && <p className="choice-buttons mt-4">{actions}</p>}
      </div>
    </Card>
  );
}
