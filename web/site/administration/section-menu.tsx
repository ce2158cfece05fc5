import clsx from 'clsx';
import { useId, useState } from 'react';
import { t } from '#contract/i18n/t.ts';
import { useQueueCount } from '#web/admin/overview/today-queries.ts';
import { SECTION_GROUPS, type Section } from '#web/admin/section.ts';
import { getLocalStorage, readStoredObject, storeObject } from '#web/base/api/browser-storage.ts';
import { formatNumber } from '#web/base/i18n/format.ts';
import { rich } from '#web/base/i18n/rich.ts';
import { Icon } from '#web/base/ui/icon.tsx';
import { srOnly } from '#web/base/ui/sr-only.tsx';

/** The sections of `/admin` as links by group, which folds, with what waits in each: a sidebar, and below 1024 px a button that opens the same links. */
export function SectionMenu({ sections, current }: { sections: Section[]; current: Section }) {
  const [isOpen, setOpen] = useState(false);
  const [unfolded, setUnfolded] = useState(readUnfolded);
  const listId = useId();
  const toggle = (group: string, isUnfolded: boolean) => {
    const next = { ...unfolded, [group]: isUnfolded };
    setUnfolded(next);
    storeObject(getLocalStorage(), STORAGE_NAME, next);
  };
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
            isUnfolded={unfolded[group] ?? (group === FIRST_GROUP || group === current.group)}
            onToggle={(isUnfolded) => toggle(group, isUnfolded)}
            onSelect={() => setOpen(false)}
          />
        ))}
      </div>
    </nav>
  );
}

const FIRST_GROUP = 'today';
const STORAGE_NAME = 'admin-section-groups';

/** Which groups this browser has unfolded or folded. */
const readUnfolded = () => (readStoredObject(getLocalStorage(), STORAGE_NAME) ?? {}) as Record<string, boolean>;

/** A group that folds: then it shows how much waits in it, and of its sections the open one. */
function SectionGroup({
  title,
  sections,
  current,
  isUnfolded,
  onToggle,
  onSelect,
}: {
  title: string;
  sections: Section[];
  current: Section;
  isUnfolded: boolean;
  onToggle: (isUnfolded: boolean) => void;
  onSelect: () => void;
}) {
  const listId = useId();
  const count = useQueueCount(sections.flatMap(({ queues = [] }) => queues));
  if (sections.length === 0) return null;
  const shown = isUnfolded ? sections : sections.filter((section) => section === current);
  return (
    <div className="lg:pb-1">
      <button
        type="button"
        aria-expanded={isUnfolded}
        aria-controls={listId}
        onClick={() => onToggle(!isUnfolded)}
        className="flex min-h-11 w-full items-center gap-2 rounded-field px-3 text-left font-semibold text-muted text-sm hover:bg-pacific-wash"
      >
        <Icon
          name="chevron-down"
          className={clsx('size-4 shrink-0 transition-transform', !isUnfolded && '-rotate-90')}
        />
        {title}
        {!isUnfolded && <WaitingCount count={count} />}
      </button>
      <ul id={listId} aria-label={title}>
        {shown.map((section) => (
          <li key={section.value}>
            <SectionLink section={section} isCurrent={section === current} onSelect={onSelect} />
          </li>
        ))}
      </ul>
    </div>
  );
}

function WaitingCount({ count }: { count: number | undefined }) {
  if (!count) return null;
  return (
    <span className="ml-auto pl-2 font-semibold text-ink text-sm tabular-nums">
      {rich('{count}<hidden> waiting</hidden>', { count: formatNumber(count), hidden: srOnly })}
    </span>
  );
}

function SectionLink({
  section: { value, label, icon, queues = [] },
  isCurrent,
  onSelect,
}: {
  section: Section;
  isCurrent: boolean;
  onSelect: () => void;
}) {
  const count = useQueueCount(queues);
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
