import { t } from '#contract/i18n/t.ts';
import type { OrganizationPage } from '#contract/ownership/organizations.ts';
import { PageError } from '#web/base/layout/page-error.tsx';
import { PageHeading } from '#web/base/ui/page-heading.tsx';
import { OrganizationFrame, organizationCrumbs } from '#web/organizations/organization-frame.tsx';
import { BranchFile } from './branch-file.tsx';

export { BranchFilePage as Component, PageError as ErrorBoundary };

/** `/account/branches/{id}/file`: adds branches by a file. */
const BranchFilePage = () => (
  <OrganizationFrame
    title={t('Add branches from a file')}
    description={t('Publish or claim all of your branches at once.')}
    subpath="/file"
  >
    {(organization) => <Branches organization={organization} />}
  </OrganizationFrame>
);

function Branches({ organization }: { organization: OrganizationPage }) {
  return (
    <>
      <PageHeading
        title={t('Add branches from a file')}
        lead={t('We read the file and show you each branch. Nothing is published until you say so.')}
        breadcrumbs={organizationCrumbs(organization, t('File'))}
      />
      {organization.role === 'owner' ? (
        <BranchFile organizationId={organization.id} />
      ) : (
        <p>{t('Only the owner of the business adds branches.')}</p>
      )}
    </>
  );
}
