import '#web/base/styles/private.css';
import { t } from '#contract/i18n/t.ts';
import { hasRight } from '#contract/ownership/members.ts';
import {
  MIN_PUBLISHED_BRANCHES,
  type OrganizationPage as OrganizationData,
} from '#contract/ownership/organizations.ts';
import { PageError } from '#web/base/layout/page-error.tsx';
import { buttonClass } from '#web/base/ui/button.tsx';
import { Icon } from '#web/base/ui/icon.tsx';
import { PageHeading } from '#web/base/ui/page-heading.tsx';
import { Section } from '#web/base/ui/section.tsx';
import { BranchNumbers } from './branch-numbers.tsx';
import { BranchTable } from './branch-table.tsx';
import { OrganizationFrame, organizationCrumbs } from './organization-frame.tsx';
import { OrganizationSettings } from './organization-settings.tsx';

export { OrganizationError as ErrorBoundary, OrganizationPage as Component };

/** `/account/branches/{id}`: a business of the user with its branches. */
const OrganizationPage = () => (
  <OrganizationFrame title={t('Branches')} description={t('The branches of your business.')}>
    {(organization) => <Organization organization={organization} />}
  </OrganizationFrame>
);

function Organization({ organization }: { organization: OrganizationData }) {
  return (
    <>
      <PageHeading
        title={<span className="typed">{organization.name}</span>}
        lead={<PageState organization={organization} />}
        breadcrumbs={organizationCrumbs(organization)}
      >
        {organization.publishedCount >= MIN_PUBLISHED_BRANCHES && (
          <a href={organization.path} className={buttonClass({ variant: 'secondary' })}>
            <Icon name="eye" />
            {t('View the page')}
          </a>
        )}
      </PageHeading>
      <Section title={t('Branches')} action={<BranchLinks organization={organization} />}>
        <BranchTable organization={organization} />
      </Section>
      <BranchNumbers organization={organization} />
      {organization.role === 'owner' && <OrganizationSettings organization={organization} />}
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
