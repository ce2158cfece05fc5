import { useQuery } from '@tanstack/react-query';
import '#web/base/styles/private.css';
import { useParams } from 'react-router';
import { t } from '#contract/i18n/t.ts';
import { hasRight } from '#contract/ownership/members.ts';
import {
  MIN_PUBLISHED_BRANCHES,
  type OrganizationPage as OrganizationData,
} from '#contract/ownership/organizations.ts';
import { Metadata } from '#web/base/layout/metadata.tsx';
import { PageError } from '#web/base/layout/page-error.tsx';
import { RequireUser } from '#web/base/session/require-user.tsx';
import { buttonClass } from '#web/base/ui/button.tsx';
import { Container } from '#web/base/ui/container.tsx';
import { Icon } from '#web/base/ui/icon.tsx';
import { PageHeading } from '#web/base/ui/page-heading.tsx';
import { Section } from '#web/base/ui/section.tsx';
import { Spinner } from '#web/base/ui/spinner.tsx';
import { BranchNumbers } from './branch-numbers.tsx';
import { BranchTable } from './branch-table.tsx';
import { organizationQuery } from './organization-queries.ts';
import { OrganizationSettings } from './organization-settings.tsx';

export { OrganizationError as ErrorBoundary, OrganizationPage as Component };

/** `/account/branches/{id}`: a business of the user with its branches. */
function OrganizationPage() {
  const { id = '' } = useParams();
  return (
    <Container className="pb-12">
      <Metadata
        title={t('Branches')}
        description={t('The branches of your business.')}
        path={`/account/branches/${id}`}
        noindex
      />
      <RequireUser loading={<Loading />}>{() => <Organization key={id} id={id} />}</RequireUser>
    </Container>
  );
}

const Loading = () => <Spinner label={t('Loading your branches…')} className="min-h-60" />;

function Organization({ id }: { id: string }) {
  const { data } = useQuery({
    ...organizationQuery(id),
    throwOnError: ({ status }, { state }) => status !== 401 && state.data === undefined,
  });
  if (!data) return <Loading />;
  return (
    <>
      <PageHeading
        title={<span className="typed">{data.name}</span>}
        lead={<PageState organization={data} />}
        breadcrumbs={[
          { label: t('Home'), href: '/' },
          { label: t('My Account'), href: '/account' },
          { label: t('Branches'), href: '/account/branches' },
          { label: data.name },
        ]}
      >
        {data.publishedCount >= MIN_PUBLISHED_BRANCHES && (
          <a href={data.path} className={buttonClass({ variant: 'secondary' })}>
            <Icon name="eye" />
            {t('View the page')}
          </a>
        )}
      </PageHeading>
      <Section title={t('Branches')} action={<BranchLinks organization={data} />}>
        <BranchTable organization={data} />
      </Section>
      <BranchNumbers organization={data} />
      {data.role === 'owner' && <OrganizationSettings organization={data} />}
    </>
  );
}

/** The pages that edit many branches and add many. */
function BranchLinks({ organization: { id, role, branches } }: { organization: OrganizationData }) {
  const link = 'link inline-flex min-h-11 items-center font-semibold';
  return (
    <span className="flex flex-wrap gap-x-6">
      {hasRight(role, 'edit') && branches.length > 0 && (
        <a href={`/account/branches/${id}/edit`} className={link}>
          {t('Edit branches')}
        </a>
      )}
      {role === 'owner' && (
        <a href={`/account/branches/${id}/file`} className={link}>
          {t('Add branches from a file')}
        </a>
      )}
    </span>
  );
}

/** Whether its page is public. */
function PageState({ organization: { branchIds, publishedCount } }: { organization: OrganizationData }) {
  const counts = t('{count, plural, one {# branch} other {# branches}}, {published} live', {
    count: branchIds.length,
    published: publishedCount,
  });
  return publishedCount >= MIN_PUBLISHED_BRANCHES
    ? counts
    : `${counts}. ${t('Its page appears as soon as two branches are live.')}`;
}

function OrganizationError() {
  return (
    <PageError
      notFoundText={{
        title: t('Business not found'),
        text: t('It may have been deleted, or it belongs to another account.'),
      }}
    />
  );
}
