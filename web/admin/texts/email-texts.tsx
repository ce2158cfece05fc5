import type { EmailSample } from '#contract/admin/emails/samples.ts';
import type { TextSummary } from '#contract/admin/texts.ts';
import type { Language } from '#contract/i18n/languages.ts';
import { t } from '#contract/i18n/t.ts';
import { useEmailSamples } from './email-samples.ts';
import { TextRows } from './text-rows.tsx';

/** The texts with sentences of emails, in the groups and the order of the list of emails, each with the subject of its email. */
export function EmailTexts({ texts, language }: { texts: TextSummary[]; language: Language }) {
  const { data } = useEmailSamples(language);
  const samples = new Map<string, EmailSample>();
  for (const sample of data?.emails ?? []) if (!samples.has(sample.textKey)) samples.set(sample.textKey, sample);
  const order = [...samples.keys()];
  const toPosition = ({ key }: TextSummary) => (order.indexOf(key) + order.length) % (order.length + 1);
  const sorted = data ? texts.toSorted((a, b) => toPosition(a) - toPosition(b)) : texts;
  const subjects = new Map([...samples].map(([key, { subject }]) => [key, subject]));
  return (
    <div className="grid gap-6">
      {[...Map.groupBy(sorted, ({ key }) => samples.get(key)?.group ?? t('Several emails'))].map(([group, members]) => (
        <section key={group}>
          <h4 className="font-sans font-semibold text-base">{group}</h4>
          <TextRows texts={members} subjects={subjects} />
        </section>
      ))}
    </div>
  );
}
