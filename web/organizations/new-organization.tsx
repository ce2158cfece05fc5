import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import type { User } from '#contract/accounts.ts';
import { t } from '#contract/i18n/t.ts';
import type { OwnerListing } from '#contract/owner-listings.ts';
import { type Organization, type OrganizationPage, organizationFormSchema } from '#contract/ownership/organizations.ts';
import { Form, FormInput, SubmitButton, useSchemaForm } from '#web/base/ui/form/form.tsx';
import { Section } from '#web/base/ui/section.tsx';
import { Spinner } from '#web/base/ui/spinner.tsx';
import { ListingChoice } from './listing-choice.tsx';
import { possibleBranchesQuery, useChangeOrganization } from './organization-queries.ts';

/** Creates a business with listings of the user that are branches of none of these. */
export function NewOrganization({ user, organizations }: { user: User; organizations: Organization[] }) {
  const { data } = useQuery(possibleBranchesQuery);
  const taken = organizations.flatMap(({ branchIds }) => branchIds);
  const listings = data?.items.filter(({ id }) => !taken.includes(id));
  if (!listings) return <Spinner label={t('Loading your listings…')} className="min-h-40" />;
  if (listings.length < 2 && organizations.length > 0) return null;
  return (
    <Section title={t('New business')}>
      {/* Without those that became branches. */}
      <NewOrganizationForm key={listings.length} user={user} listings={listings} />
    </Section>
  );
}

const formSchema = organizationFormSchema.pick({ name: true });

function NewOrganizationForm({ user, listings }: { user: User; listings: OwnerListing[] }) {
  const navigate = useNavigate();
  const changeOrganization = useChangeOrganization();
  const [chosen, setChosen] = useState(listings.map(({ id }) => id));
  // Who has few listings goes on with a file of branches.
  const isFirst = listings.length < 2;
  const form = useSchemaForm<{ name: string }>({
    schema: formSchema,
    defaultValues: { name: user.businessName ?? listings[0]?.businessName ?? '' },
    onSubmit: async ({ name }) => {
      const body = { name, listings: chosen };
      const { answer, failure } = await changeOrganization<OrganizationPage>({
        ...{ method: 'POST', path: '', body, done: t('Your business is ready') },
      });
      const path = `/account/branches/${answer?.id}`;
      if (answer) await navigate(isFirst ? `${path}/file` : path);
      return failure;
    },
  });
  return (
    <div className="max-w-measure">
      <Form
        form={form}
        actions={
          <SubmitButton form={form} busyLabel={t('Creating...')} className="justify-self-start">
            {isFirst
              ? t('Create the business')
              : t('Create with {count, plural, one {# branch} other {# branches}}', { count: chosen.length })}
          </SubmitButton>
        }
      >
        <FormInput
          form={form}
          name="name"
          label={t('Name of the business')}
          hint={t('As customers know it. Its page gets its address from this name, and keeps it.')}
          autoComplete="organization"
        />
        {isFirst && (
          <p>{t('Next, add all of your locations at once from a file, new ones and those that are here.')}</p>
        )}
        {listings.length > 0 && (
          <ListingChoice label={t('Its branches')} listings={listings} chosen={chosen} onChange={setChosen} />
        )}
      </Form>
    </div>
  );
}
