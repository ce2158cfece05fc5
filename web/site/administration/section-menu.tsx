import clsx from 'clsx';
import { useId, useState } from 'react';
import { t } from '#contract/i18n/t.ts';
import { SECTION_GROUPS, type Section } from '#web/admin/section.ts';
import { formatNumber } from '#web/base/i18n/format.ts';
import { rich } from '#web/base/i18n/rich.ts';
import { Icon } from '#web/base/ui/icon.tsx';
import { srOnly } from '#web/base/ui/sr-only.tsx';

/** The sections of `/admin` as links by group, with what waits in each: a sidebar, and below 1024 px a button that opens the same links. */
export function SectionMenu({ sections, current }: { sections: Section[]; current: Section }) {
  const [isOpen, setOpen] = useState(false);
  const listId = useId();
  return (
    <nav
      aria-label={t('Sections')}
      className="lg:sticky lg:top-4 lg:max-h-[calc(100vh-2rem)] lg:overflow-y-auto lg:pb-4"
      onKeyDown={({ key }) => key === 'Escape' && setOpen(false)}
    >
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={listId}
        className="flex min-h-13 w-full items-center gap-3 rounded-card border bg-card px-4 font-semibold lg:hidden"
        onClick={() => setOpen(!isOpen)}
      >
        <Icon name={current.icon} className="size-5 shrink-0 text-pacific" />
        {rich('<hidden>Section: </hidden>{section}', {
          hidden: srOnly,
          section: current.label,
        })}
        <Icon
          name="chevron-down"
          className={clsx('ml-auto size-5 shrink-0 text-muted transition-transform', isOpen && 'rotate-180')}
        />
      </button>
      <div
        id={listId}
        className={clsx(
          'max-lg:mt-2 max-lg:grid max-lg:gap-x-3 max-lg:rounded-card max-lg:border max-lg:bg-card max-lg:p-3 max-sm:grid-cols-1 sm:max-lg:grid-cols-2',
          !isOpen && 'max-lg:hidden',
        )}
      >
        {Object.entries(SECTION_GROUPS).map(([group, title]) => (
          <SectionGroup
            key={group}
            title={title}
            sections={sections.filter((section) => section.group === group)}
            current={current}
            onSelect={() => setOpen(false)}
          />
        ))}
      </div>
    </nav>
  );
}

function SectionGroup({
  title,
  sections,
  current,
  onSelect,
}: {
  title: string;
  sections: Section[];
  current: Section;
  onSelect: () => void;
}) {
  const titleId = useId();
  if (sections.length === 0) return null;
  return (
    <div className="pb-3">
      <p id={titleId} className="px-3 pb-1 font-semibold text-muted text-sm">
        {title}
      </p>
      <ul aria-labelledby={titleId}>
        {sections.map((section) => (
          <li key={section.value}>
            <SectionLink section={section} isCurrent={section === current} onSelect={onSelect} />
          </li>
        ))}
      </ul>
    </div>
  );
}

function SectionLink({
  section: { value, label, icon, useCount },
  isCurrent,
  onSelect,
}: {
  section: Section;
  isCurrent: boolean;
  onSelect: () => void;
}) {
  const count = useCount?.();
  return (
    <a
      href={`/admin?tab=${value}`}
      aria-current={isCurrent ? 'page' : undefined}
      onClick={onSelect}
      className={clsx(
        'flex min-h-11 items-center gap-3 rounded-field px-3 py-1 leading-snug lg:min-h-10 lg:text-base',
        isCurrent ? 'bg-pacific-wash font-semibold text-ink' : 'text-ink hover:bg-pacific-wash',
      )}
    >
      <Icon name={icon} className={clsx('size-5 shrink-0', isCurrent ? 'text-pacific' : 'text-muted')} />
      {label}
      {count !== undefined && count > 0 && (
        <span className="ml-auto pl-2 font-semibold text-sm tabular-nums">{formatNumber(count)}</span>
      )}
    </a>
  );
}
