import '#web/base/styles/private.css';
import { useQuery } from '@tanstack/react-query';
import { t } from '#contract/i18n/t.ts';
import { hasRight } from '#contract/ownership/members.ts';
import type { OrganizationPage } from '#contract/ownership/organizations.ts';
import { PageError } from '#web/base/layout/page-error.tsx';
import { PageHeading } from '#web/base/ui/page-heading.tsx';
import { Section } from '#web/base/ui/section.tsx';
import { Spinner } from '#web/base/ui/spinner.tsx';
import { OrganizationFrame, organizationCrumbs } from '#web/organizations/organization-frame.tsx';
import { sharedValuesQuery } from './branch-edit-queries.ts';
import { EditBranches } from './edit-branches.tsx';
import { Exceptions } from './exceptions.tsx';
import { RecentEdits } from './recent-edits.tsx';

export { BranchEditPage as Component, PageError as ErrorBoundary };

/** `/account/branches/{id}/edit`: edits several branches at once. */
const BranchEditPage = () => (
  <OrganizationFrame
    title={t('Edit branches')}
    description={t('Change hours, descriptions and more for many branches at once.')}
    subpath="/edit"
  >
    {(organization) => <Branches organization={organization} />}
  </OrganizationFrame>
);

function Branches({ organization }: { organization: OrganizationPage }) {
  return (
    <>
      <PageHeading
        title={t('Edit branches')}
        lead={t(
          'Choose what to change, look at what that does to each branch, then confirm. You can undo it for 30 days.',
        )}
        breadcrumbs={organizationCrumbs(organization, t('Edit'))}
      />
      {!hasRight(organization.role, 'edit') && <p>{t('You may look at these branches, but not change them.')}</p>}
      {hasRight(organization.role, 'edit') && organization.branches.length === 0 && (
        <p>{t('This business has no branches yet.')}</p>
      )}
      {hasRight(organization.role, 'edit') && organization.branches.length > 0 && (
        <>
          <SharedEdit organization={organization} />
          <Exceptions organization={organization} />
          <Section title={t('Recent edits')}>
            <RecentEdits organizationId={organization.id} />
          </Section>
        </>
      )}
    </>
  );
}

/** The form begins with what the branches share. */
function SharedEdit({ organization }: { organization: OrganizationPage }) {
  const { data } = useQuery(sharedValuesQuery(organization.id));
  return data ? (
    <EditBranches organization={organization} shared={data.values} />
  ) : (
    <Spinner label={t('Loading your branches…')} className="min-h-60" />
  );
}
