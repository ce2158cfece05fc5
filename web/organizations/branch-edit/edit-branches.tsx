import { useState } from 'react';
import { t } from '#contract/i18n/t.ts';
import { EMPTY_LISTING_FORM, type ListingForm } from '#contract/listing-form.ts';
import type { BranchEditForm, BranchEditResult, SharedValues } from '#contract/ownership/branch-edits.ts';
import type { OrganizationPage } from '#contract/ownership/organizations.ts';
import { z } from '#contract/zod.ts';
import { send } from '#web/base/api/api.ts';
import { toFailure } from '#web/base/api/run-mutation.ts';
import { Form, SubmitButton, useSchemaForm } from '#web/base/ui/form/form.tsx';
import { ListingChoice } from '#web/organizations/listing-choice.tsx';
import { ORGANIZATIONS_PATH } from '#web/organizations/organization-queries.ts';
import { CHANGE_LABELS, ChangeFields, type ChangeName } from './change-fields.tsx';
import { EditPreview } from './edit-preview.tsx';

// The server validates what is chosen, and answers by the field.
const anyForm = z.custom<ListingForm>();

/** The form of an edit of several branches, then what it would change. */
export function EditBranches({
  organization,
  shared,
}: {
  organization: OrganizationPage;
  shared: SharedValues['values'];
}) {
  const { id, branches } = organization;
  const [chosen, setChosen] = useState(branches.map((branch) => branch.id));
  const [names, setNames] = useState<ChangeName[]>([]);
  const [isShared, setIsShared] = useState(true);
  const [tried, setTried] = useState<{ edit: BranchEditForm; result: BranchEditResult }>();
  const isAll = chosen.length === branches.length;
  const form = useSchemaForm<ListingForm>({
    schema: anyForm,
    defaultValues: { ...EMPTY_LISTING_FORM, ...shared },
    onSubmit: async (values) => {
      if (names.length === 0) return { message: t('Choose what to change.') };
      if (chosen.length === 0) return { message: t('Choose at least one branch.') };
      const changes = Object.fromEntries(names.map((name) => [name, values[name]]));
      const edit = { listings: chosen, changes, shared: isAll && isShared };
      const failure = await toFailure(t('That didn’t work'), async () => {
        const path = `${ORGANIZATIONS_PATH}/${id}/edits`;
        setTried({ edit, result: await send<BranchEditResult>('POST', path, { ...edit, dryRun: true }) });
      });
      const issues = failure?.issues?.map(({ path, message }) => ({ path: path.replace(/^changes\./, ''), message }));
      return failure && { ...failure, issues };
    },
  });
  if (tried) return <EditPreview organizationId={id} {...tried} onBack={() => setTried(undefined)} />;
  return (
    <div className="mt-6 max-w-[52rem] rounded-card border bg-card p-4 sm:p-6">
      <Form
        form={form}
        actions={
          <SubmitButton form={form} busyLabel={t('Looking…')} className="justify-self-start">
            {t('Preview')}
          </SubmitButton>
        }
      >
        <fieldset className="grid gap-1">
          <legend className="mb-1 font-semibold">{t('What to change')}</legend>
          <div className="flex flex-wrap gap-x-6">
            {Object.entries(CHANGE_LABELS).map(([name, label]) => (
              <label key={name} className="flex min-h-11 items-center gap-3">
                <input
                  type="checkbox"
                  className="size-5 accent-pacific"
                  checked={names.includes(name as ChangeName)}
                  onChange={({ target }) =>
                    setNames((now) =>
                      target.checked ? [...now, name as ChangeName] : now.filter((other) => other !== name),
                    )
                  }
                />
                {label}
              </label>
            ))}
          </div>
        </fieldset>
        <ChangeFields form={form} names={names} />
        <ListingChoice label={t('Branches')} listings={branches} chosen={chosen} onChange={setChosen} />
        {isAll && (
          <label className="flex min-h-11 items-start gap-3">
            <input
              type="checkbox"
              className="mt-0.5 size-5 accent-pacific"
              checked={isShared}
              onChange={({ target }) => setIsShared(target.checked)}
            />
            <span>
              {t('Keep it the same in all branches')}
              <span className="block text-muted text-sm">
                {t(
                  'A branch whose own form says something else becomes an exception, and stays as it is the next time.',
                )}
              </span>
            </span>
          </label>
        )}
      </Form>
    </div>
  );
}
