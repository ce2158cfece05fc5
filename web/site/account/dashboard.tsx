import { useQuery } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense, useEffect } from 'react';
import type { User } from '#contract/accounts.ts';
import { ROLE_LABELS } from '#contract/admin/roles.ts';
import { t } from '#contract/i18n/t.ts';
import { EmailReminder } from '#web/accounts/email-reminder.tsx';
import { StepUpHost } from '#web/accounts/second-factor/step-up-host.tsx';
import { rich } from '#web/base/i18n/rich.ts';
import { ownListingsQuery } from '#web/base/session/own-listing-queries.ts';
import { useSignOut } from '#web/base/session/use-sign-out.ts';
import { ArrowLink } from '#web/base/ui/arrow-link.tsx';
import { Badge } from '#web/base/ui/badge.tsx';
import { Button, buttonClass } from '#web/base/ui/button.tsx';
import { Icon } from '#web/base/ui/icon.tsx';
import { Section } from '#web/base/ui/section.tsx';
import { Spinner } from '#web/base/ui/spinner.tsx';
import { LongDate } from '#web/base/ui/time.tsx';
import { organizationsQuery } from '#web/organizations/organization-queries.ts';
import { OwnListings } from '#web/owner-listings/own-listings.tsx';
import { useIsOwner } from '#web/owner-listings/use-is-owner.ts';
import { PaymentHistory } from '#web/payments/history/payment-history.tsx';
import { SavedSearchesList } from '#web/saved/saved-searches-list.tsx';
import { SettingsSkeleton } from './dashboard-skeleton.tsx';
import { NeedsAttention } from './needs-attention.tsx';
import { SavedSection } from './saved-section.tsx';

const Inbox = lazy(() => import('#web/conversations/inbox/inbox.tsx'));
const OwnersReviews = lazy(() => import('#web/reviews/owner/owners-reviews.tsx'));
const WrittenReviews = lazy(() => import('#web/reviews/written-reviews.tsx'));
const OnYourSite = lazy(() => import('#web/site/account/on-your-site/on-your-site.tsx'));
const Settings = lazy(() => import('#web/accounts/settings.tsx'));

/** The sections of who has a business, and of who has none, in order. */
const OWNER_SECTIONS = [
  { id: 'listings', label: t('Listings') },
  { id: 'messages', label: t('Messages') },
  { id: 'reviews', label: t('Reviews') },
  { id: 'payments', label: t('Payments') },
  { id: 'saved', label: t('Saved', null, 'listings') },
  { id: 'searches', label: t('Searches') },
  { id: 'on-your-site', label: t('On your site') },
  { id: 'people', label: t('People') },
];
const VISITOR_SECTIONS = [
  { id: 'saved', label: t('Saved', null, 'listings') },
  { id: 'searches', label: t('Searches') },
  { id: 'messages', label: t('Messages') },
  { id: 'reviews', label: t('Reviews') },
];
const SETTINGS = [
  { id: 'profile', label: t('Profile') },
  { id: 'security', label: t('Security') },
  { id: 'data', label: t('Your data') },
];

/** The account of the signed-in user. Who has no business sees what a visitor has, and one link to list one. */
export function Dashboard({ user }: { user: User }) {
  const { signOut, busy } = useSignOut();
  const isOwner = useIsOwner(user);
  // The browser looked for the target of the URL's fragment before it was rendered.
  useEffect(() => {
    // Without braces the effect would return the promise that newer browsers return.
    document.getElementById(location.hash.slice(1))?.scrollIntoView();
  }, []);
  const unconfirmed = user.pendingEmail ?? (user.emailConfirmed ? null : user.email);
  return (
    <>
      <div className="flex flex-wrap items-start justify-between gap-x-8 gap-y-4">
        <div>
          <h1 className="wrap-anywhere text-2xl sm:text-3xl">
            {t('Hello, {name}', {
              name: user.businessName || (isOwner ? user.username : (user.email ?? user.username)),
            })}
          </h1>
          <p className="mt-3 flex flex-wrap items-center gap-x-3 gap-y-1 text-muted">
            {isOwner && <span className="wrap-anywhere">@{user.username}</span>}
            <span>{rich('Member since {date}', { date: <LongDate at={user.createdAt} /> })}</span>
            {user.role && <Badge tone="info">{ROLE_LABELS[user.role]}</Badge>}
          </p>
        </div>
        <Button variant="secondary" size="sm" busy={busy} onClick={signOut}>
          {!busy && <Icon name="log-out" />}
          {busy ? t('Signing out...') : t('Sign out')}
        </Button>
      </div>
      {isOwner && <NeedsAttention hasReminder={Boolean(unconfirmed)} />}
      {unconfirmed && <EmailReminder email={unconfirmed} isNew={unconfirmed === user.pendingEmail} />}
      <div className="mt-6 grid gap-x-12 lg:grid-cols-[13rem_minmax(0,1fr)]">
        <nav aria-label={t('Account')} className="lg:sticky lg:top-6 lg:mt-16 lg:self-start">
          <ul className="flex flex-wrap gap-x-1 max-lg:-ml-3 lg:grid lg:border-l">
            {[...(isOwner ? OWNER_SECTIONS : VISITOR_SECTIONS), ...SETTINGS].map(({ id, label }) => (
              <li key={id}>
                <a
                  href={`#${id}`}
                  className="flex min-h-11 items-center rounded-field px-3 font-semibold text-pacific underline-offset-4 hover:bg-pacific-wash lg:rounded-l-none"
                >
                  {label}
                </a>
              </li>
            ))}
          </ul>
        </nav>
        <div className="min-w-0">
          {isOwner ? <OwnerSections /> : <VisitorSections />}
          <Suspense fallback={<SettingsSkeleton />}>
            <Settings user={user} isOwner={isOwner} />
          </Suspense>
          {!isOwner && (
            <p className="mt-10 flex flex-wrap items-center gap-x-6 gap-y-2 text-muted">
              {t('You sign in by a link in an email.')}
              <a href="/auth/reset" className="link inline-flex min-h-11 items-center">
                {t('Set a password')}
              </a>
              <a href="/post-ad" className="link inline-flex min-h-11 items-center">
                {t('List your business')}
              </a>
            </p>
          )}
        </div>
      </div>
      <StepUpHost />
    </>
  );
}

function OwnerSections() {
  return (
    <>
      <Section
        id="listings"
        title={t('Listings')}
        action={
          <a href="/post-ad" className={buttonClass({ size: 'sm' })}>
            <Icon name="store" />
            {t('Post an Ad')}
          </a>
        }
      >
        <OwnListings />
        <BranchesLink />
      </Section>
      <MessagesSection isOwner />
      <ReviewsSection>
        <OwnersReviews />
      </ReviewsSection>
      <Section id="payments" title={t('Payments')}>
        <PaymentHistory />
      </Section>
      <SavedSection />
      <SearchesSection />
      <Section id="on-your-site" title={t('On your site')}>
        <Suspense fallback={<Spinner label={t('Loading…')} className="min-h-96" />}>
          <OnYourSite />
        </Suspense>
      </Section>
    </>
  );
}

/** The businesses with branches; who has few listings is told how to add many. */
function BranchesLink() {
  const own = useQuery(ownListingsQuery).data;
  const organizations = useQuery(organizationsQuery).data;
  if (!own || !organizations) return null;
  return (
    <p className="mt-6">
      <ArrowLink href="/account/branches">
        {organizations.items.length > 0
          ? t('Your branches')
          : own.items.length < 2
            ? t('Several locations? Add them all at once')
            : t('Join your listings into one business')}
      </ArrowLink>
    </p>
  );
}

function VisitorSections() {
  return (
    <>
      <SavedSection />
      <SearchesSection />
      <MessagesSection isOwner={false} />
      <ReviewsSection>
        <WrittenReviews />
      </ReviewsSection>
    </>
  );
}

function MessagesSection({ isOwner }: { isOwner: boolean }) {
  return (
    <Section id="messages" title={t('Messages')}>
      <Suspense fallback={<Spinner label={t('Loading your messages…')} className="min-h-40" />}>
        <Inbox isOwner={isOwner} />
      </Suspense>
    </Section>
  );
}

function ReviewsSection({ children }: { children: ReactNode }) {
  return (
    <Section id="reviews" title={t('Reviews')}>
      <Suspense fallback={<Spinner label={t('Loading your reviews…')} className="min-h-40" />}>{children}</Suspense>
    </Section>
  );
}

function SearchesSection() {
  return (
    <Section id="searches" title={t('Saved searches')}>
      <SavedSearchesList />
    </Section>
  );
}
