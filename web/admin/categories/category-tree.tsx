import clsx from 'clsx';
import { useRef, useState } from 'react';
import type { AdminCategory } from '#contract/admin/categories.ts';
import { t } from '#contract/i18n/t.ts';
import { rich } from '#web/base/i18n/rich.ts';
import { Card } from '#web/base/ui/card.tsx';
import { Icon } from '#web/base/ui/icon.tsx';
import { Menu, type MenuItem } from '#web/base/ui/menu.tsx';
import { srOnly } from '#web/base/ui/sr-only.tsx';
import { moveFocus } from './move-focus.ts';
import type { OpenDialog } from './open-dialog.ts';
import { shownName } from './shown-name.ts';

interface TreeProps {
  categories: AdminCategory[];
  /** Those that are shown, with the words that are the reason. */
  matches: Map<number, string[]>;
  /** Whether all children of a category are shown, not only those of an open one. */
  isFiltered: boolean;
  onOpen: (dialog: OpenDialog) => void;
}

/** The top categories, each with its children, if it is open. Arrow keys move between the rows, open and close them. */
export function CategoryTree({ categories, matches, isFiltered, onOpen }: TreeProps) {
  const list = useRef<HTMLUListElement>(null);
  const [opened, setOpened] = useState<ReadonlySet<number>>(new Set());
  const toggle = (id: number) =>
    setOpened((ids) => (ids.has(id) ? new Set([...ids].filter((other) => other !== id)) : new Set([...ids, id])));
  const shown = categories.filter(({ id }) => matches.has(id));
  return (
    <ul ref={list} className="grid gap-3" onKeyDown={(event) => list.current && moveFocus(event, list.current)}>
      {shown
        .filter(({ parentId }) => parentId === null)
        .map((top) => {
          const children = shown.filter(({ parentId }) => parentId === top.id);
          const isOpen = isFiltered || opened.has(top.id);
          return (
            <Card as="li" key={top.id}>
              <Row
                category={top}
                hasChildren={categories.some(({ parentId }) => parentId === top.id)}
                words={matches.get(top.id) ?? []}
                onOpen={onOpen}
                isOpen={isOpen}
                onToggle={isFiltered ? undefined : () => toggle(top.id)}
              />
              {isOpen && children.length > 0 && (
                <ul>
                  {children.map((child) => (
                    <li key={child.id} className="border-t pl-12">
                      <Row category={child} words={matches.get(child.id) ?? []} onOpen={onOpen} />
                    </li>
                  ))}
                </ul>
              )}
            </Card>
          );
        })}
    </ul>
  );
}

function Row({
  category,
  hasChildren = false,
  words,
  isOpen,
  onOpen,
  onToggle,
}: {
  category: AdminCategory;
  hasChildren?: boolean;
  words: string[];
  isOpen?: boolean;
  onOpen: (dialog: OpenDialog) => void;
  onToggle?: () => void;
}) {
  const { slug, icon, parentId, count, change } = category;
  const name = shownName(category);
  const isTop = parentId === null;
  return (
    <div className="flex items-center gap-1 px-2 py-1">
      {isTop && (
        <button
          type="button"
          data-toggle=""
          aria-expanded={isOpen}
          aria-label={t('Subcategories of {name}', { name })}
          disabled={!onToggle || !hasChildren}
          onClick={onToggle}
          className="grid size-11 shrink-0 place-items-center rounded-field text-muted hover:text-ink disabled:opacity-60"
        >
          <Icon name="chevron-down" className={clsx('size-5 transition-transform', isOpen && 'rotate-180')} />
        </button>
      )}
      <button
        type="button"
        data-row=""
        onClick={() => onOpen({ kind: 'edit', category })}
        className="flex min-h-11 min-w-0 grow items-center gap-3 rounded-field px-2 text-left hover:bg-pacific-wash"
      >
        <Icon name={icon} className="size-5 shrink-0 text-pacific" />
        <span className="min-w-0">
          <span className={clsx('wrap-anywhere', isTop && 'font-semibold')}>{name}</span>{' '}
          <span className="wrap-anywhere inline-block text-muted text-sm">/{slug}</span>
          {words.length > 0 && <span className="block text-muted text-sm">{words.join(', ')}</span>}
          {change && <span className="block text-poppy-text text-sm">{describeChange(change)}</span>}
        </span>
        <span className="ml-auto shrink-0 pl-2 text-sm tabular-nums">
          {rich('{count, plural, one {#<hidden> listing</hidden>} other {#<hidden> listings</hidden>}}', {
            count,
            hidden: srOnly,
          })}
        </span>
      </button>
      <Menu label={t('More for {name}', { name })} items={menuItems(category, hasChildren, onOpen)} />
    </div>
  );
}

function menuItems(category: AdminCategory, hasChildren: boolean, onOpen: (dialog: OpenDialog) => void): MenuItem[] {
  const isTop = category.parentId === null;
  return [
    { label: t('Edit'), icon: 'pen-line', onSelect: () => onOpen({ kind: 'edit', category }) },
    ...(isTop
      ? [
          {
            label: t('Add subcategory'),
            icon: 'plus',
            onSelect: () => onOpen({ kind: 'add', parent: category }),
          } as const,
        ]
      : []),
    ...(hasChildren
      ? [
          {
            label: t('Order subcategories'),
            icon: 'chevrons-up-down',
            onSelect: () => onOpen({ kind: 'order', parent: category }),
          } as const,
        ]
      : []),
    { label: t('Merge'), icon: 'copy', onSelect: () => onOpen({ kind: 'merge', category }) },
    { label: t('Open its page'), icon: 'arrow-right', href: `/category/${category.slug}` },
  ];
}

/** Describes the change that listings have not followed yet. */
function describeChange({ kind, into, done, total }: NonNullable<AdminCategory['change']>): string {
  if (kind === 'merge')
    return t('Merging into {name}: {done, number} of {total, plural, one {# listing} other {# listings}}', {
      name: into ?? '',
      done,
      total,
    });
  if (kind === 'move')
    return t('Moving its listings: {done, number} of {total, plural, one {# listing} other {# listings}}', {
      done,
      total,
    });
  return t('Updating the search: {done, number} of {total, plural, one {# listing} other {# listings}}', {
    done,
    total,
  });
}
