import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { t } from '#contract/i18n/t.ts';
import { Metadata } from '#web/base/layout/metadata.tsx';
import { PageError } from '#web/base/layout/page-error.tsx';
import { RequireUser } from '#web/base/session/require-user.tsx';
import { Container } from '#web/base/ui/container.tsx';
import { PageHeading } from '#web/base/ui/page-heading.tsx';
import { Spinner } from '#web/base/ui/spinner.tsx';
import { organizationQuery } from '#web/organizations/organization-queries.ts';
import { BranchFile } from './branch-file.tsx';

export { BranchFilePage as Component, PageError as ErrorBoundary };

/** `/account/branches/{id}/file`: adds branches by a file. */
function BranchFilePage() {
  const { id = '' } = useParams();
  return (
    <Container className="pb-12">
      <Metadata
        title={t('Add branches from a file')}
        description={t('Publish or claim all of your branches at once.')}
        path={`/account/branches/${id}/file`}
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
        title={t('Add branches from a file')}
        lead={t('We read the file and show you each branch. Nothing is published until you say so.')}
        breadcrumbs={[
          { label: t('Home'), href: '/' },
          { label: t('My Account'), href: '/account' },
          { label: t('Branches'), href: '/account/branches' },
          { label: data.name, href: `/account/branches/${id}` },
          { label: t('File') },
        ]}
      />
      {data.role === 'owner' ? (
        <BranchFile organizationId={data.id} />
      ) : (
        <p>{t('Only the owner of the business adds branches.')}</p>
      )}
    </>
  );
}
