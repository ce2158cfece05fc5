import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { t } from '#contract/i18n/t.ts';
import { hasRight } from '#contract/ownership/members.ts';
import type { Branch, OrganizationPage } from '#contract/ownership/organizations.ts';
import { rich } from '#web/base/i18n/rich.ts';
import { Button } from '#web/base/ui/button.tsx';
import { type Column, DataTable } from '#web/base/ui/data-table.tsx';
import { Dialog } from '#web/base/ui/dialog.tsx';
import { EmptyState } from '#web/base/ui/empty-state.tsx';
import { FormAlert } from '#web/base/ui/form/form-alert.tsx';
import { Icon } from '#web/base/ui/icon.tsx';
import { srOnly } from '#web/base/ui/sr-only.tsx';
import { LevelCell } from '#web/owner-listings/level-cell.tsx';
import { ListingCell } from '#web/owner-listings/listing-cell.tsx';
import { ListingStatus } from '#web/owner-listings/listing-status.tsx';
import { RecentViews } from '#web/owner-listings/recent-views.tsx';
import { RenewLinks } from '#web/owner-listings/renewing/renew-links.tsx';
import { ListingChoice } from './listing-choice.tsx';
import { organizationsQuery, possibleBranchesQuery, useChangeOrganization } from './organization-queries.ts';

/** The branches of a business; who may edit it adds and removes some. */
export function BranchTable({ organization }: { organization: OrganizationPage }) {
  const { branches, role } = organization;
  const changeOrganization = useChangeOrganization();
  const [removing, setRemoving] = useState<Branch | null>(null);
  const [failure, setFailure] = useState<string>();
  const mayEdit = hasRight(role, 'edit');
  const remove = async () => {
    if (!removing) return;
    const body = { remove: [removing.id] };
    const { failure } = await changeOrganization({
      ...{ method: 'PATCH', path: `/${organization.id}`, body, done: t('Not a branch anymore') },
    });
    setFailure(failure?.message);
    if (!failure) setRemoving(null);
  };
  const columns: Column<Branch>[] = [
    {
      heading: t('Listing'),
      top: true,
      className: 'as-table:w-[34%]',
      cell: (branch) => <ListingCell listing={branch} />,
    },
    { heading: t('Status'), className: 'as-table:w-[20%]', cell: (branch) => <ListingStatus listing={branch} /> },
    {
      heading: t('Plan'),
      className: 'as-table:w-[16%]',
      cell: (branch) => <BranchLevel branch={branch} role={role} />,
    },
    { heading: t('Views'), className: 'as-table:w-[15%]', cell: (branch) => <RecentViews listing={branch} /> },
    {
      heading: t('Actions'),
      foot: true,
      cell: (branch) => (
        <div className="flex flex-wrap gap-x-3">
          {branch.acts.includes('edit') && (
            <a
              href={`/account/ads/${branch.id}/edit`}
              className="link inline-flex min-h-11 items-center font-semibold text-sm"
            >
              {rich('Edit<hidden> {title}</hidden>', { hidden: srOnly, title: branch.title })}
            </a>
          )}
          {mayEdit && (
            <button
              type="button"
              onClick={() => setRemoving(branch)}
              className="link inline-flex min-h-11 items-center font-semibold text-sm"
            >
              {rich('Take out<hidden> {title}</hidden>', { hidden: srOnly, title: branch.title })}
            </button>
          )}
        </div>
      ),
    },
  ];
  return (
    <>
      {role === 'owner' && <RenewLinks listings={branches} />}
      {branches.length > 0 ? (
        <DataTable caption={t('Branches')} columns={columns} rows={branches} rowKey={({ id }) => id} />
      ) : (
        <EmptyState title={t('No branches yet')}>{t('Add some of your listings.')}</EmptyState>
      )}
      {role === 'owner' && <AddBranches organization={organization} />}
      <Dialog
        open={removing !== null}
        onClose={() => setRemoving(null)}
        title={t('Take this branch out?')}
        actions={
          <>
            <Button variant="danger" onClick={remove}>
              {t('Take out')}
            </Button>
            <Button variant="secondary" onClick={() => setRemoving(null)}>
              {t('Cancel')}
            </Button>
          </>
        }
      >
        <p className="typed">
          {rich('<b>{title}</b> is no branch anymore. The listing itself stays as it is.', {
            b: (text) => <strong>{text}</strong>,
            title: removing?.title ?? '',
          })}
        </p>
        {failure && <FormAlert>{failure}</FormAlert>}
      </Dialog>
    </>
  );
}

/** Only the owner pays. */
const BranchLevel = ({ branch, role }: { branch: Branch; role: OrganizationPage['role'] }) => (
  <LevelCell listing={role === 'owner' ? branch : { ...branch, role }} />
);

/** Adds listings of the owner that are branches of no business. */
function AddBranches({ organization }: { organization: OrganizationPage }) {
  const { data } = useQuery(possibleBranchesQuery);
  const organizations = useQuery(organizationsQuery).data;
  const changeOrganization = useChangeOrganization();
  const [isOpen, setIsOpen] = useState(false);
  const [chosen, setChosen] = useState<number[]>([]);
  const [failure, setFailure] = useState<string>();
  const taken = organizations?.items.flatMap(({ branchIds }) => branchIds) ?? [];
  const isTaken = (id: number) => taken.includes(id) || organization.branchIds.includes(id);
  const listings = data?.items.filter(({ id }) => !isTaken(id)) ?? [];
  if (listings.length === 0) return null;
  const add = async () => {
    const body = { add: chosen };
    const done = t('{count, plural, one {Branch added} other {# branches added}}', { count: chosen.length });
    const { failure } = await changeOrganization({ method: 'PATCH', path: `/${organization.id}`, body, done });
    setFailure(failure?.message);
    if (failure) return;
    setChosen([]);
    setIsOpen(false);
  };
  return (
    <>
      <Button variant="secondary" className="mt-4" onClick={() => setIsOpen(true)}>
        <Icon name="plus" />
        {t('Add listings')}
      </Button>
      <Dialog
        open={isOpen}
        onClose={() => setIsOpen(false)}
        title={t('Add listings')}
        actions={
          <>
            <Button disabled={chosen.length === 0} onClick={add}>
              {t('Add {count}', { count: chosen.length })}
            </Button>
            <Button variant="secondary" onClick={() => setIsOpen(false)}>
              {t('Cancel')}
            </Button>
          </>
        }
      >
        <ListingChoice label={t('Your other listings')} listings={listings} chosen={chosen} onChange={setChosen} />
        {failure && <FormAlert>{failure}</FormAlert>}
      </Dialog>
    </>
  );
}
