import { useQuery } from '@tanstack/react-query';
import type { User } from '#contract/accounts.ts';
import { t } from '#contract/i18n/t.ts';
import { MAX_ORGANIZATIONS, type Organization } from '#contract/ownership/organizations.ts';
import { Metadata } from '#web/base/layout/metadata.tsx';
import { PageError } from '#web/base/layout/page-error.tsx';
import { RequireUser } from '#web/base/session/require-user.tsx';
import { Button } from '#web/base/ui/button.tsx';
import { Card } from '#web/base/ui/card.tsx';
import { Container } from '#web/base/ui/container.tsx';
import { EmptyState } from '#web/base/ui/empty-state.tsx';
import { PageHeading } from '#web/base/ui/page-heading.tsx';
import { Section } from '#web/base/ui/section.tsx';
import { Spinner } from '#web/base/ui/spinner.tsx';
import { NewOrganization } from './new-organization.tsx';
import { organizationsQuery } from './organization-queries.ts';

export { OrganizationsPage as Component, PageError as ErrorBoundary };

/** `/account/branches`: the user's businesses with branches, and the form to join listings into one. */
function OrganizationsPage() {
  return (
    <Container className="pb-12">
      <Metadata
        title={t('Branches')}
        description={t('Join your listings into one business with a page of its own.')}
        path="/account/branches"
        noindex
      />
      <PageHeading
        title={t('Branches')}
        lead={t(
          'Join your listings into one business: one page with all locations, numbers together, and one place to edit.',
        )}
        breadcrumbs={[
          { label: t('Home'), href: '/' },
          { label: t('My Account'), href: '/account' },
          { label: t('Branches') },
        ]}
      />
      <RequireUser loading={<Spinner label={t('Loading your branches…')} className="min-h-60" />}>
        {(user) => <Organizations user={user} />}
      </RequireUser>
    </Container>
  );
}

function Organizations({ user }: { user: User }) {
  const { data, error, refetch } = useQuery(organizationsQuery);
  if (error && !data)
    return (
      <EmptyState
        title={t('We couldn’t load your branches')}
        action={<Button onClick={() => void refetch()}>{t('Try again')}</Button>}
      >
        {error.message}
      </EmptyState>
    );
  if (!data) return <Spinner label={t('Loading your branches…')} className="min-h-60" />;
  const own = data.items.filter(({ role }) => role === 'owner');
  return (
    <>
      {data.items.length > 0 && (
        <Section title={t('Your businesses')}>
          <ul className="grid gap-3 sm:grid-cols-2">
            {data.items.map((organization) => (
              <OrganizationCard key={organization.id} organization={organization} />
            ))}
          </ul>
        </Section>
      )}
      {own.length < MAX_ORGANIZATIONS && <NewOrganization user={user} organizations={own} />}
    </>
  );
}

function OrganizationCard({ organization: { id, name, branchIds, publishedCount } }: { organization: Organization }) {
  return (
    <li>
      <Card className="p-4">
        <h3 className="typed text-lg">
          <a href={`/account/branches/${id}`} className="link">
            {name}
          </a>
        </h3>
        <p className="mt-1 text-muted">
          {t('{count, plural, one {# branch} other {# branches}}, {published} live', {
            count: branchIds.length,
            published: publishedCount,
          })}
        </p>
      </Card>
    </li>
  );
}
