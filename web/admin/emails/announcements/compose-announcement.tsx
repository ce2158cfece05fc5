import { useEffect, useState } from 'react';
import type { Audience } from '#contract/admin/emails/announcements.ts';
import {
  MAX_ANNOUNCEMENT_BODY,
  MAX_ANNOUNCEMENT_SUBJECT,
  MAX_COUNTED_LISTINGS,
} from '#contract/admin/emails/announcements.ts';
import { LANGUAGE_NAMES } from '#contract/i18n/languages.ts';
import { t } from '#contract/i18n/t.ts';
import { toFailure } from '#web/base/api/run-mutation.ts';
import { useDebounced } from '#web/base/api/use-debounced.ts';
import { Button } from '#web/base/ui/button.tsx';
import { TextArea, TextInput } from '#web/base/ui/form/controls.tsx';
import { Form, FormControl, type SchemaForm, SubmitButton, useSchemaForm } from '#web/base/ui/form/form.tsx';
import { readAnnouncementDraft, removeAnnouncementDraft, storeAnnouncementDraft } from './announcement-draft.ts';
import {
  type AnnouncementContent,
  type AnnouncementInput,
  EMPTY,
  formSchema,
  toAudience,
} from './announcement-form.ts';
import { countRecipients, useAudience } from './announcement-queries.ts';
import { AudienceFields } from './audience-fields.tsx';
import { PreviewPanel } from './preview-panel.tsx';
import { StartDialog } from './start-dialog.tsx';

/** Writes an email to owners: to whom, what in each language, a preview, a test, and the question before it is sent. */
export function ComposeAnnouncement({
  filled,
  onClose,
}: {
  /** What it begins with where nothing was left unsent. */
  filled: AnnouncementInput | null;
  onClose: () => void;
}) {
  const [key] = useState(() => crypto.randomUUID());
  const [asked, setAsked] = useState<{ content: AnnouncementContent; audience: Audience }>();
  const form = useSchemaForm<AnnouncementInput, AnnouncementContent>({
    schema: formSchema,
    defaultValues: readAnnouncementDraft() ?? filled ?? EMPTY,
    onSubmit: async (content) => {
      let audience: Audience | undefined;
      const failure = await toFailure(t('Failed to count the owners'), async () => {
        audience = await countRecipients(content);
      });
      if (failure) return failure;
      if (!audience || audience.recipients === 0) return { message: t('No owners match.') };
      setAsked({ content, audience });
      return undefined;
    },
  });
  const input = form.watch();
  const typed = JSON.stringify(input);
  useEffect(() => storeAnnouncementDraft(JSON.parse(typed)), [typed]);
  const close = () => {
    removeAnnouncementDraft();
    onClose();
  };
  const wanted = JSON.stringify(toAudience(input));
  const counted = useDebounced(wanted);
  const audience = useAudience(counted);
  const isCounting = counted !== wanted || audience.isPlaceholderData;
  return (
    <Form
      form={form}
      actions={
        <div className="flex flex-wrap gap-3">
          <SubmitButton form={form} busyLabel={t('Counting…')}>
            {t('Send…')}
          </SubmitButton>
          <Button variant="secondary" onClick={close}>
            {t('Discard')}
          </Button>
        </div>
      }
    >
      <AudienceFields form={form} />
      <p role="status" className="font-semibold tabular-nums">
        {audience.error
          ? audience.error.message
          : audience.data && !isCounting
            ? describeAudience(audience.data)
            : t('Counting…')}
        {audience.data && !isCounting && !audience.error && <LeftOut audience={audience.data} />}
      </p>
      <TextFields form={form} names={['subject', 'body']} legend={LANGUAGE_NAMES.en} />
      <TextFields
        form={form}
        names={['spanishSubject', 'spanishBody']}
        legend={LANGUAGE_NAMES.es}
        optional
        note={t('Without it, owners whose emails are in Spanish get the English text, which says so.')}
      />
      <PreviewPanel form={form} examples={audience.data?.examples ?? []} />
      {asked && (
        <StartDialog formKey={key} {...asked} form={form} onClose={() => setAsked(undefined)} onStarted={close} />
      )}
    </Form>
  );
}

function TextFields({
  form,
  names: [subject, body],
  legend,
  optional = false,
  note,
}: {
  form: SchemaForm<AnnouncementInput>;
  names: ['subject' | 'spanishSubject', 'body' | 'spanishBody'];
  legend: string;
  optional?: boolean;
  note?: string;
}) {
  return (
    <fieldset className="grid gap-4">
      <legend className="mb-2 text-lg">{legend}</legend>
      {note && <p className="text-muted text-sm">{note}</p>}
      <FormControl form={form} name={subject} label={t('Subject')} optional={optional}>
        {(control) => <TextInput {...control} maxLength={MAX_ANNOUNCEMENT_SUBJECT} autoComplete="off" />}
      </FormControl>
      <FormControl
        form={form}
        name={body}
        label={t('Text')}
        optional={optional}
        hint={t(
          'Plain text. An empty line begins a paragraph, “- ” a line of a list, and addresses of this site become links. {placeholders} stand for the recipient’s name and listing.',
          { placeholders: '{username}, {listing}' },
        )}
      >
        {(control) => <TextArea {...control} rows={8} maxLength={MAX_ANNOUNCEMENT_BODY} />}
      </FormControl>
    </fieldset>
  );
}

/** How many don't get it, and why. */
function LeftOut({ audience: { unsubscribed, unconfirmed, suspended, withoutAccount } }: { audience: Audience }) {
  const reasons = [
    unsubscribed > 0 && t('{count, number} unsubscribed', { count: unsubscribed }),
    unconfirmed > 0 && t('{count, number} without a confirmed email', { count: unconfirmed }),
    suspended > 0 && t('{count, number} suspended', { count: suspended }),
    withoutAccount >= MAX_COUNTED_LISTINGS
      ? t('{count, number} or more listings have no account', { count: withoutAccount })
      : withoutAccount > 0 &&
        t('{count, plural, one {# listing has no account} other {{count, number} listings have no account}}', {
          count: withoutAccount,
        }),
  ].filter(Boolean);
  return reasons.length > 0 ? (
    <span className="block font-normal text-muted text-sm">
      {t('Left out: {reasons}.', { reasons: reasons.join(' · ') })}
    </span>
  ) : null;
}

function describeAudience({ recipients, languages }: Audience): string {
  const parts = languages.map(({ language, count }) =>
    t('{language}: {count, number}', { language: LANGUAGE_NAMES[language], count }),
  );
  return [
    t('{count, plural, =0 {No owners match.} one {# owner gets it.} other {{count, number} owners get it.}}', {
      count: recipients,
    }),
    recipients > 0 && parts.join(', '),
  ]
    .filter(Boolean)
    .join(' · ');
}
