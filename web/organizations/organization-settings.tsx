import { useState } from 'react';
import { useNavigate } from 'react-router';
import { t } from '#contract/i18n/t.ts';
import { type OrganizationPage, organizationFormSchema } from '#contract/ownership/organizations.ts';
import type { z } from '#contract/zod.ts';
import { Panel } from '#web/accounts/panel.tsx';
import { rich } from '#web/base/i18n/rich.ts';
import { Button, buttonClass } from '#web/base/ui/button.tsx';
import { Dialog } from '#web/base/ui/dialog.tsx';
import { TextArea } from '#web/base/ui/form/controls.tsx';
import { Form, FormControl, FormInput, SubmitButton, useSchemaForm } from '#web/base/ui/form/form.tsx';
import { FormAlert } from '#web/base/ui/form/form-alert.tsx';
import { UrlInput } from '#web/base/ui/form/url-input.tsx';
import { Section } from '#web/base/ui/section.tsx';
import { LeadRouting } from './lead-routing.tsx';
import { useChangeOrganization } from './organization-queries.ts';

/** What only the owner of a business changes: its words, who helps, and whether it exists. */
export function OrganizationSettings({ organization }: { organization: OrganizationPage }) {
  return (
    <Section title={t('Settings')}>
      <Panel title={t('Its page')} lead={t('What customers read above the list of your locations.')}>
        <WordsForm organization={organization} />
      </Panel>
      <Panel
        title={t('People')}
        lead={t(
          'Invite managers and viewers for one branch, or for all of them. Managers of all may edit the branches here.',
        )}
      >
        <a href="/account#people" className={buttonClass({ variant: 'secondary' })}>
          {t('People who help you')}
        </a>
      </Panel>
      <Panel title={t('New messages')} lead={t('Who is emailed when a customer writes to a branch.')}>
        <LeadRouting organization={organization} />
      </Panel>
      <Panel title={t('Delete')} lead={t('Its page goes. The listings stay as they are.')}>
        <Deletion organization={organization} />
      </Panel>
    </Section>
  );
}

type Words = z.input<typeof organizationFormSchema>;

function WordsForm({ organization: { id, name, about, website } }: { organization: OrganizationPage }) {
  const changeOrganization = useChangeOrganization();
  const form = useSchemaForm<Words, z.output<typeof organizationFormSchema>>({
    schema: organizationFormSchema,
    defaultValues: { name, about, website },
    onSubmit: async (body) =>
      (await changeOrganization({ method: 'PATCH', path: `/${id}`, body, done: t('Saved', null, 'done') })).failure,
  });
  return (
    <Form
      form={form}
      actions={
        <SubmitButton form={form} busyLabel={t('Saving...')} className="justify-self-start">
          {t('Save')}
        </SubmitButton>
      }
    >
      <FormInput form={form} name="name" label={t('Name of the business')} autoComplete="organization" />
      <FormControl form={form} name="about" label={t('About the business')} optional maxLength={1000}>
        {(control) => <TextArea {...control} />}
      </FormControl>
      <FormControl
        form={form}
        name="website"
        label={t('Website')}
        optional
        hint={t('Shown while a branch has a paid plan.')}
      >
        {(control) => <UrlInput {...control} />}
      </FormControl>
    </Form>
  );
}

function Deletion({ organization: { id, name } }: { organization: OrganizationPage }) {
  const navigate = useNavigate();
  const changeOrganization = useChangeOrganization();
  const [isOpen, setIsOpen] = useState(false);
  const [failure, setFailure] = useState<string>();
  const remove = async () => {
    const { failure } = await changeOrganization({ method: 'DELETE', path: `/${id}`, done: t('Business deleted') });
    if (failure) setFailure(failure.message);
    else await navigate('/account/branches');
  };
  return (
    <>
      <Button variant="secondary" onClick={() => setIsOpen(true)}>
        {t('Delete this business')}
      </Button>
      <Dialog
        open={isOpen}
        onClose={() => setIsOpen(false)}
        title={t('Delete this business?')}
        actions={
          <>
            <Button variant="danger" onClick={remove}>
              {t('Delete')}
            </Button>
            <Button variant="secondary" onClick={() => setIsOpen(false)}>
              {t('Keep it')}
            </Button>
          </>
        }
      >
        <p className="typed">
          {rich('The page of <b>{name}</b> disappears. All of its listings stay, with their plans and numbers.', {
            b: (text) => <strong>{text}</strong>,
            name,
          })}
        </p>
        {failure && <FormAlert>{failure}</FormAlert>}
      </Dialog>
    </>
  );
}
