import { t } from '#contract/i18n/t.ts';
import { LISTING_FIELDS, type ListingFieldName } from '#contract/listing-fields/listing-fields.ts';
import type { OrganizationPage } from '#contract/ownership/organizations.ts';
import { send } from '#web/base/api/api.ts';
import { runMutation } from '#web/base/api/run-mutation.ts';
import { Button } from '#web/base/ui/button.tsx';
import { Section } from '#web/base/ui/section.tsx';
import { toast } from '#web/base/ui/toast.tsx';
import { ORGANIZATIONS_PATH } from '#web/organizations/organization-queries.ts';
import { useRefreshBranches } from './branch-edit-queries.ts';

/** The branches that keep values of their own where the others share one. */
export function Exceptions({ organization: { id, branches } }: { organization: OrganizationPage }) {
  const refresh = useRefreshBranches();
  const exceptions = branches.flatMap((branch) => branch.exceptions.map((name) => ({ branch, name })));
  if (exceptions.length === 0) return null;
  const share = async (listingId: number, name: string) => {
    const failure = await runMutation(t('That didn’t work'), () =>
      send('POST', `${ORGANIZATIONS_PATH}/${id}/branches/${listingId}/shared`, { fields: [name] }),
    );
    if (!failure) toast({ title: t('The branch has the shared value again'), tone: 'success' });
    void refresh();
  };
  return (
    <Section
      title={t('Exceptions')}
      lead={t('These branches say something of their own where the others are the same.')}
    >
      <ul className="divide-y border-y">
        {exceptions.map(({ branch, name }) => (
          <li key={`${branch.id} ${name}`} className="flex flex-wrap items-center justify-between gap-3 py-2">
            <span className="typed wrap-anywhere">
              {branch.title}, {branch.city} – {LISTING_FIELDS[name as ListingFieldName].label}
            </span>
            <Button variant="secondary" size="sm" onClick={() => void share(branch.id, name)}>
              {t('Use the shared value again')}
            </Button>
          </li>
        ))}
      </ul>
    </Section>
  );
}
