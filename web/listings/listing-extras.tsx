import { t } from '#contract/i18n/t.ts';
import type { Relationship } from '#contract/listing-fields/testimonial-schemas.ts';
import type { ListingPage } from '#contract/listings.ts';
import { toLang } from '#web/base/i18n/language.ts';
import { Disclosure } from '#web/base/ui/disclosure.tsx';

/** The optional fields of a premium listing: tags, a customer review, and questions with answers. */
export default function ListingExtras({ listing: { tags, review, faq, writtenIn } }: { listing: ListingPage }) {
  const lang = toLang(writtenIn);
  return (
    <>
      {tags.length > 0 && (
        <ul aria-label={t('Tags')} className="mt-6 flex flex-wrap gap-2">
          {tags.map((tag) => (
            <li key={tag} lang={lang} className="typed rounded-full border bg-card px-3.5 py-1 text-sm">
              {tag}
            </li>
          ))}
        </ul>
      )}
      {review && (
        <figure className="mt-8 max-w-measure border-pacific border-l-4 pl-4">
          <blockquote lang={lang} className="typed whitespace-pre-line text-lg">
            “{review.quote}”
          </blockquote>
          <figcaption className="mt-2 text-muted">
            <span className="typed font-semibold text-ink">{review.author}</span>
            <span className="block text-sm">{QUOTE_TEXTS[review.relationship ?? 'none']}</span>
          </figcaption>
        </figure>
      )}
      {faq.length > 0 && (
        <div className="mt-8 max-w-measure">
          <h2 className="text-xl">{t('Questions and answers')}</h2>
          <div className="mt-3 grid gap-2">
            {faq.map(({ question, answer }) => (
              <Disclosure
                key={question}
                summary={
                  <span lang={lang} className="typed">
                    {question}
                  </span>
                }
              >
                <p lang={lang} className="typed whitespace-pre-line">
                  {answer}
                </p>
              </Disclosure>
            ))}
          </div>
        </div>
      )}
    </>
  );
}

/** What the quote is, and what has to be said besides (16 CFR 255.5). */
const QUOTE_TEXTS: Record<Relationship, string> = {
  none: t('Customer quote, chosen by the business'),
  rewarded: t('Customer quote, chosen by the business. The business gave them something for it.'),
  related: t('Customer quote, chosen by the business. A relative or a friend of the business.'),
  employed: t('Customer quote, chosen by the business. They work for the business.'),
};
