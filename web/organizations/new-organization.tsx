import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import type { User } from '#contract/accounts.ts';
import { t } from '#contract/i18n/t.ts';
import type { OwnerListing } from '#contract/owner-listings.ts';
import { type Organization, type OrganizationPage, organizationFormSchema } from '#contract/ownership/organizations.ts';
import { buttonClass } from '#web/base/ui/button.tsx';
import { EmptyState } from '#web/base/ui/empty-state.tsx';
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
  if (listings.length < 2) return organizations.length === 0 ? <TooFew /> : null;
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
  const form = useSchemaForm<{ name: string }>({
    schema: formSchema,
    defaultValues: { name: user.businessName ?? listings[0]?.businessName ?? '' },
    onSubmit: async ({ name }) => {
      const body = { name, listings: chosen };
      const { answer, failure } = await changeOrganization<OrganizationPage>({
        ...{ method: 'POST', path: '', body, done: t('Your business is ready') },
      });
      if (answer) await navigate(`/account/branches/${answer.id}`);
      return failure;
    },
  });
  return (
    <div className="max-w-measure">
      <Form
        form={form}
        actions={
          <SubmitButton form={form} busyLabel={t('Creating...')} className="justify-self-start">
            {t('Create with {count, plural, one {# branch} other {# branches}}', { count: chosen.length })}
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
        <ListingChoice label={t('Its branches')} listings={listings} chosen={chosen} onChange={setChosen} />
      </Form>
    </div>
  );
}

function TooFew() {
  return (
    <EmptyState
      title={t('You need two listings for this')}
      action={
        <a href="/post-ad" className={buttonClass()}>
          {t('Post an Ad')}
        </a>
      }
    >
      {t('Post a listing for each of your locations, or claim those that are here. Then join them on this page.')}
    </EmptyState>
  );
}
