import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { t } from '#contract/i18n/t.ts';
import type { People } from '#contract/ownership/invitations.ts';
import type { Member } from '#contract/ownership/members.ts';
import type { Branch, LeadRecipients, OrganizationPage } from '#contract/ownership/organizations.ts';
import type { ApiError } from '#web/base/api/api.ts';
import { toPlaceLine } from '#web/base/session/namesakes.ts';
import { Select } from '#web/base/ui/form/controls.tsx';
import { Field } from '#web/base/ui/form/field.tsx';
import { useChangeOrganization } from './organization-queries.ts';

/** Who is emailed of new messages, for each branch that somebody helps with. */
export function LeadRouting({ organization }: { organization: OrganizationPage }) {
  const { data } = useQuery<People, ApiError>({ queryKey: ['/api/user/people'], staleTime: 0 });
  const managers = data?.members.filter(({ role }) => role === 'manager') ?? [];
  const helped = organization.branches.flatMap((branch) => {
    const own = managers.filter(({ listing }) => listing === null || listing.id === branch.id);
    return own.length > 0 ? [{ branch, managers: own }] : [];
  });
  if (helped.length === 0)
    return <p className="text-muted">{t('As soon as someone manages a branch, you choose here who is emailed.')}</p>;
  return (
    <div className="grid gap-4">
      {helped.map(({ branch, managers }) => (
        <BranchRouting key={branch.id} organizationId={organization.id} branch={branch} managers={managers} />
      ))}
    </div>
  );
}

const toValue = (recipients: LeadRecipients, memberId: number | null) => `${recipients} ${memberId ?? ''}`.trim();

function BranchRouting({
  organizationId,
  branch,
  managers,
}: {
  organizationId: number;
  branch: Branch;
  managers: Member[];
}) {
  const changeOrganization = useChangeOrganization();
  const [error, setError] = useState<string>();
  const change = async (value: string) => {
    const [leadRecipients, memberId] = value.split(' ');
    const body = { leadRecipients, leadMemberId: memberId ? Number(memberId) : null };
    const path = `/${organizationId}/branches/${branch.id}`;
    const { failure } = await changeOrganization({ method: 'PUT', path, body, done: t('Saved', null, 'done') });
    setError(failure?.message);
  };
  const isMember = managers.some(({ id }) => id === branch.leadMemberId);
  const chosen = isMember
    ? toValue(branch.leadRecipients, branch.leadMemberId)
    : branch.leadRecipients === 'owner'
      ? 'owner'
      : 'both';
  return (
    <Field label={`${branch.title}, ${toPlaceLine(branch)}`} error={error}>
      {(control) => (
        <Select {...control} value={chosen} onChange={({ target }) => void change(target.value)}>
          <option value="both">{t('You and everyone who manages it')}</option>
          <option value="owner">{t('Only you')}</option>
          {managers.flatMap(({ id, username }) => [
            <option key={`both ${id}`} value={toValue('both', id)}>
              {t('You and {username}', { username })}
            </option>,
            <option key={`member ${id}`} value={toValue('member', id)}>
              {t('Only {username}', { username })}
            </option>,
          ])}
        </Select>
      )}
    </Field>
  );
}
