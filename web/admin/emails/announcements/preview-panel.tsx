import { useState } from 'react';
import type { AnnouncementPreview, Audience } from '#contract/admin/emails/announcements.ts';
import { t } from '#contract/i18n/t.ts';
import { ConfirmAddress } from '#web/admin/emails/confirm-address.tsx';
import { toFailure } from '#web/base/api/run-mutation.ts';
import { useUser } from '#web/base/session/user.ts';
import { Button } from '#web/base/ui/button.tsx';
import { Select } from '#web/base/ui/form/controls.tsx';
import { Field } from '#web/base/ui/form/field.tsx';
import type { SchemaForm } from '#web/base/ui/form/form.tsx';
import { type AnnouncementInput, formSchema } from './announcement-form.ts';
import { readPreview, sendTest } from './announcement-queries.ts';

/** The email as one of its recipients would get it, and a test of it to the own address. */
export function PreviewPanel({
  form,
  examples,
}: {
  form: SchemaForm<AnnouncementInput>;
  examples: Audience['examples'];
}) {
  const { user } = useUser();
  const [chosen, setChosen] = useState<number>();
  const [preview, setPreview] = useState<AnnouncementPreview>();
  const [note, setNote] = useState<{ text: string; isFailure: boolean }>();
  const [busy, setBusy] = useState<'preview' | 'test'>();
  const as = examples.find(({ id }) => id === chosen)?.id ?? examples[0]?.id;

  /** Does something with what is written; says what is wrong with it. */
  async function withDraft(what: 'preview' | 'test') {
    setNote(undefined);
    const parsed = formSchema.safeParse(form.getValues());
    if (!parsed.success || as === undefined) {
      await form.trigger();
      const text = parsed.success ? t('No owners match.') : (parsed.error.issues[0]?.message ?? '');
      return setNote({ text, isFailure: true });
    }
    const draft = { ...parsed.data, as };
    setBusy(what);
    const failure =
      what === 'test'
        ? await sendTest(draft)
        : await toFailure(t('Failed to fetch the preview'), async () => setPreview(await readPreview(draft)));
    setBusy(undefined);
    if (failure) setNote({ text: failure.issues?.[0]?.message ?? failure.message, isFailure: true });
    else if (what === 'test') setNote({ text: t('Sent to your own address.'), isFailure: false });
  }

  return (
    <section className="grid gap-4 rounded-card border p-4" aria-label={t('Preview')}>
      <Field label={t('As this recipient would get it')} optional>
        {(control) => (
          <Select {...control} value={as ?? ''} onChange={(event) => setChosen(Number(event.target.value))}>
            {examples.map(({ id, username }) => (
              <option key={id} value={id}>
                {username}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <div className="flex flex-wrap gap-3">
        <Button variant="secondary" size="sm" busy={busy === 'preview'} onClick={() => void withDraft('preview')}>
          {t('Show preview')}
        </Button>
        <Button
          variant="secondary"
          size="sm"
          busy={busy === 'test'}
          disabled={!user?.emailConfirmed}
          onClick={() => void withDraft('test')}
        >
          {t('Send a test to me')}
        </Button>
      </div>
      {user && !user.emailConfirmed && <ConfirmAddress />}
      {note && (
        <p role={note.isFailure ? 'alert' : 'status'} className={note.isFailure ? 'text-danger' : 'text-sage'}>
          {note.text}
        </p>
      )}
      {preview && (
        <div className="wrap-anywhere max-w-measure rounded-field border">
          <p className="border-b p-3.5 text-sm">
            <span className="text-muted">{preview.from}</span>
            <span className="block font-semibold">{preview.subject}</span>
          </p>
          <p lang={preview.language} className="whitespace-pre-line p-3.5">
            {preview.text}
          </p>
        </div>
      )}
    </section>
  );
}
