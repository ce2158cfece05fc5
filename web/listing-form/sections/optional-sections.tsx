import { type ComponentType, lazy, Suspense, useEffect, useRef } from 'react';
import { useWatch } from 'react-hook-form';
import { t } from '#contract/i18n/t.ts';
import { Icon } from '#web/base/ui/icon.tsx';
import { Skeleton, SkeletonGroup } from '#web/base/ui/skeleton.tsx';
import { LicenseReminder } from './license-reminder.tsx';
import type { SectionProps } from './section-props.ts';
import { findSections, SECTIONS, type SectionName } from './sections.ts';

// Loaded when a section is opened.
const FIELDS: Record<SectionName, ComponentType<SectionProps>> = {
  languages: lazy(() => import('#web/listing-form/texts/language-fields.tsx')),
  hours: lazy(() => import('#web/opening-hours/hours-fields.tsx')),
  pictures: lazy(() => import('#web/listing-form/pictures/picture-fields.tsx')),
  pin: lazy(() => import('#web/listing-form/address/pin-field.tsx')),
  about: lazy(() => import('./about-fields.tsx')),
  social: lazy(() => import('./social-fields.tsx')),
  extras: lazy(() => import('#web/listing-form/premium/premium-fields.tsx')),
};

/** Which sections are open, and how to change that. */
export interface OpenSections {
  open: readonly SectionName[];
  onChange: (open: SectionName[]) => void;
}

/**
 * The optional fields of a listing in sections that are closed until they are opened, or sent with a fault.
 * @param as the level of the heading
 */
export function OptionalSections({
  sections,
  as: Heading = 'h3',
  ...fields
}: SectionProps & { sections: OpenSections; as?: 'h2' | 'h3' }) {
  const { open, onChange } = sections;
  const { errors, submitCount } = fields.form.formState;
  const container = useRef<HTMLDivElement>(null);
  const names = findSections({ serviceAreaOnly: useWatch({ control: fields.form.control, name: 'serviceAreaOnly' }) });
  const faulty = names.filter((name) => SECTIONS[name].fields.some((field) => errors[field]));
  // biome-ignore lint/correctness/useExhaustiveDependencies: at every attempt to submit, never while somebody types.
  useEffect(() => {
    if (faulty.length === 0) return;
    onChange([...new Set([...open, ...faulty])]);
    return focusFirstFault(container.current);
  }, [submitCount]);
  return (
    <div ref={container} className="grid gap-3 **:scroll-mt-32 **:scroll-mb-6">
      <div>
        <Heading className="text-lg">{t('Add more to your listing')}</Heading>
        <p className="text-muted text-sm">{t('All of it is optional, and you can add it later.')}</p>
      </div>
      {names.map((name) => (
        <Section
          key={name}
          name={name}
          isOpen={open.includes(name)}
          onToggle={(isOpen) => onChange(isOpen ? [...open, name] : open.filter((other) => other !== name))}
          {...fields}
        />
      ))}
    </div>
  );
}

function Section({
  name,
  isOpen,
  onToggle,
  ...fields
}: SectionProps & { name: SectionName; isOpen: boolean; onToggle: (isOpen: boolean) => void }) {
  const { title, adds } = SECTIONS[name];
  const Fields = FIELDS[name];
  return (
    <details
      id={name}
      open={isOpen}
      onToggle={({ currentTarget }) => currentTarget.open !== isOpen && onToggle(currentTarget.open)}
      className="group rounded-card border"
    >
      <summary className="flex min-h-16 items-center justify-between gap-4 rounded-card px-4 py-2.5 hover:text-pacific">
        <span>
          <span className="block font-semibold">{title}</span>
          <span className="block text-muted text-sm">{adds}</span>
          {name === 'about' && <LicenseReminder form={fields.form} />}
        </span>
        <Icon name="chevron-down" className="size-5 shrink-0 text-muted transition-transform group-open:rotate-180" />
      </summary>
      {isOpen && (
        <div className="px-4 pt-2 pb-5">
          <Suspense fallback={<FieldSkeletons />}>
            <Fields {...fields} />
          </Suspense>
        </div>
      )}
    </details>
  );
}

/**
 * Focuses the first invalid field once it is rendered, unless the form focused one above: it cannot focus fields that are not there yet.
 * @returns ends waiting for it
 */
function focusFirstFault(container: HTMLElement | null): (() => void) | undefined {
  if (!container || document.activeElement?.matches('[aria-invalid="true"]')) return;
  const focus = () => {
    const invalid = container.querySelector<HTMLElement>('[aria-invalid="true"]');
    invalid?.focus();
    return invalid !== null;
  };
  if (focus()) return;
  const observer = new MutationObserver(() => focus() && observer.disconnect());
  observer.observe(container, { subtree: true, childList: true, attributeFilter: ['aria-invalid'] });
  return () => observer.disconnect();
}

function FieldSkeletons() {
  return (
    <SkeletonGroup label={t('Loading fields…')} className="grid gap-5">
      <Skeleton className="h-12" />
      <Skeleton className="h-12" />
    </SkeletonGroup>
  );
}
