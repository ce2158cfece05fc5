import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useParams } from 'react-router';
import { t } from '#contract/i18n/t.ts';
import type { OrganizationPage } from '#contract/ownership/organizations.ts';
import { Metadata } from '#web/base/layout/metadata.tsx';
import { RequireUser } from '#web/base/session/require-user.tsx';
import { Container } from '#web/base/ui/container.tsx';
import { Spinner } from '#web/base/ui/spinner.tsx';
import { organizationQuery } from './organization-queries.ts';

/** A private page of the organization in the URL, `/account/branches/{id}` and below: its metadata, and its content for signed-in users. */
export function OrganizationFrame({
  title,
  description,
  subpath = '',
  children,
}: {
  title: string;
  description: string;
  /** What follows the id in the path: '/edit'. */
  subpath?: string;
  children: (organization: OrganizationPage) => ReactNode;
}) {
  const { id = '' } = useParams();
  return (
    <Container className="pb-12">
      <Metadata title={title} description={description} path={`/account/branches/${id}${subpath}`} noindex />
      <RequireUser loading={<Loading />}>
        {() => (
          <LoadedOrganization key={id} id={id}>
            {children}
          </LoadedOrganization>
        )}
      </RequireUser>
    </Container>
  );
}

const Loading = () => <Spinner label={t('Loading your branches…')} className="min-h-60" />;

function LoadedOrganization({ id, children }: { id: string; children: (organization: OrganizationPage) => ReactNode }) {
  const { data } = useQuery({
    ...organizationQuery(id),
    throwOnError: ({ status }, { state }) => status !== 401 && state.data === undefined,
  });
  return data ? children(data) : <Loading />;
}

/** The links above the heading. @param current what the page shows; the organization itself by default */
export const organizationCrumbs = ({ id, name }: Pick<OrganizationPage, 'id' | 'name'>, current?: string) => [
  { label: t('Home'), href: '/' },
  { label: t('My Account'), href: '/account' },
  { label: t('Branches'), href: '/account/branches' },
  ...(current === undefined
    ? [{ label: name }]
    : [{ label: name, href: `/account/branches/${id}` }, { label: current }]),
];
