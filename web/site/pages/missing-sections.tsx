import { useQuery } from '@tanstack/react-query';
import { t } from '#contract/i18n/t.ts';
import type { ListingForm } from '#contract/listing-form.ts';
import type { ListingPage } from '#contract/listings.ts';
import { ownListingQuery, ownListingsQuery } from '#web/base/session/own-listing-queries.ts';
import { Icon } from '#web/base/ui/icon.tsx';
import { findSections, SECTIONS, type SectionName } from '#web/listing-form/sections/sections.ts';

/**
 * What a listing can have and does not, each with a link to its section of the form. Only its owner sees it, on its page.
 */
export default function MissingSections({ listing: { id, level } }: { listing: ListingPage }) {
  // The list first, because the API answers other visitors with an error.
  const isOwn = useQuery(ownListingsQuery).data?.items.some((own) => own.id === id);
  const own = useQuery({ ...ownListingQuery(id), enabled: isOwn === true }).data;
  if (!own?.acts.includes('edit')) return null;
  const missing = findSections(own.form).filter(
    (name) => isMissing(own.form, name) && (level !== 'free' || isShownFree(name)),
  );
  if (missing.length === 0) return null;
  return (
    <aside aria-labelledby="missing" className="no-print mt-3 rounded-card border bg-pacific-wash p-4">
      <h2 id="missing" className="text-lg">
        {t('Add more to your listing')}
      </h2>
      <p className="text-muted text-sm">{t('Only you see this.')}</p>
      <ul className="mt-1 flex flex-wrap gap-x-5">
        {missing.map((name) => (
          <li key={name}>
            <a
              href={`/account/ads/${id}/edit#${name}`}
              className="link inline-flex min-h-11 items-center gap-1.5 font-semibold"
            >
              <Icon name="plus" className="size-4" />
              {SECTIONS[name].title}
            </a>
          </li>
        ))}
      </ul>
    </aside>
  );
}

/** Whether a section is offered to a free listing, which shows neither links nor extras. */
const isShownFree = (name: SectionName) => name !== 'social' && name !== 'extras';

// Every listing has a language.
const isMissing = (form: ListingForm, name: SectionName) =>
  SECTIONS[name].fields.every((field) => field === 'language' || isEmpty(form[field]));

const isEmpty = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  value === '' ||
  (typeof value === 'object' && Object.values(value).every(isEmpty));
