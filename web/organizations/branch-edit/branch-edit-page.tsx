import '#web/base/styles/private.css';
import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { t } from '#contract/i18n/t.ts';
import { hasRight } from '#contract/ownership/members.ts';
import type { OrganizationPage } from '#contract/ownership/organizations.ts';
import { Metadata } from '#web/base/layout/metadata.tsx';
import { PageError } from '#web/base/layout/page-error.tsx';
import { RequireUser } from '#web/base/session/require-user.tsx';
import { Container } from '#web/base/ui/container.tsx';
import { PageHeading } from '#web/base/ui/page-heading.tsx';
import { Section } from '#web/base/ui/section.tsx';
import { Spinner } from '#web/base/ui/spinner.tsx';
import { organizationQuery } from '#web/organizations/organization-queries.ts';
import { sharedValuesQuery } from './branch-edit-queries.ts';
import { EditBranches } from './edit-branches.tsx';
import { Exceptions } from './exceptions.tsx';
import { RecentEdits } from './recent-edits.tsx';

export { BranchEditPage as Component, PageError as ErrorBoundary };

/** `/account/branches/{id}/edit`: edits several branches at once. */
function BranchEditPage() {
  const { id = '' } = useParams();
  return (
    <Container className="pb-12">
      <Metadata
        title={t('Edit branches')}
        description={t('Change hours, descriptions and more for many branches at once.')}
        path={`/account/branches/${id}/edit`}
        noindex
      />
      <RequireUser loading={<Loading />}>{() => <Branches key={id} id={id} />}</RequireUser>
    </Container>
  );
}

const Loading = () => <Spinner label={t('Loading your branches…')} className="min-h-60" />;

function Branches({ id }: { id: string }) {
  const { data } = useQuery({
    ...organizationQuery(id),
    throwOnError: ({ status }, { state }) => status !== 401 && state.data === undefined,
  });
  if (!data) return <Loading />;
  return (
    <>
      <PageHeading
        title={t('Edit branches')}
        lead={t(
          'Choose what to change, look at what that does to each branch, then confirm. You can undo it for 30 days.',
        )}
        breadcrumbs={[
          { label: t('Home'), href: '/' },
          { label: t('My Account'), href: '/account' },
          { label: t('Branches'), href: '/account/branches' },
          { label: data.name, href: `/account/branches/${id}` },
          { label: t('Edit') },
        ]}
      />
      {!hasRight(data.role, 'edit') && <p>{t('You may look at these branches, but not change them.')}</p>}
      {hasRight(data.role, 'edit') && data.branches.length === 0 && <p>{t('This business has no branches yet.')}</p>}
      {hasRight(data.role, 'edit') && data.branches.length > 0 && (
        <>
          <SharedEdit organization={data} />
          <Exceptions organization={data} />
          <Section title={t('Recent edits')}>
            <RecentEdits organizationId={data.id} />
          </Section>
        </>
      )}
    </>
  );
}

/** The form begins with what the branches share. */
function SharedEdit({ organization }: { organization: OrganizationPage }) {
  const { data } = useQuery(sharedValuesQuery(organization.id));
  return data ? <EditBranches organization={organization} shared={data.values} /> : <Loading />;
}
