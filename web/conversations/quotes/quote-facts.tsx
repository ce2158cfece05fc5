import type { QuoteDetails } from '#contract/conversations/quote-details.ts';
import { t } from '#contract/i18n/t.ts';
import { PictureLinks } from '#web/base/ui/picture-links.tsx';

/** What a quote request says beside its text. */
export function QuoteFacts({ quote: { trade, place, timing, answers, pictures } }: { quote: QuoteDetails }) {
  const facts = [
    { question: t('What'), answer: trade },
    { question: t('Where'), answer: place },
    { question: t('When'), answer: timing },
    ...answers,
  ];
  return (
    <>
      <dl className="grid gap-x-6 gap-y-2 sm:grid-cols-2">
        {facts.map(({ question, answer }) => (
          <div key={question} className="flex flex-wrap gap-x-2">
            <dt className="text-muted">{question}</dt>
            <dd className="typed font-semibold">{answer}</dd>
          </div>
        ))}
      </dl>
      <PictureLinks pictures={pictures} />
    </>
  );
}
