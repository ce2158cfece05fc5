import clsx from 'clsx';
import { useLocation } from 'react-router';
import { t } from '#contract/i18n/t.ts';
import { SearchBox } from '#web/base/search-box/search-box.tsx';
import { Icon } from '#web/base/ui/icon.tsx';
import { popoverButtonClass, usePopover } from './header-popover.ts';

/** The search box, in a popover on small screens; on the search page it contains the current query. */
export function SearchPopover({ inline }: { inline: boolean }) {
  const { pathname, search } = useLocation();
  const params = new URLSearchParams(pathname === '/search' ? search : '');
  const [q, near] = [params.get('q') ?? '', params.get('near') ?? ''];
  const popover = usePopover<HTMLDivElement>();
  return (
    <>
      <button type="button" popoverTarget="search" className={popoverButtonClass}>
        <Icon name="search" />
        <span className="max-sm:sr-only">{t('Search')}</span>
      </button>
      <div
        ref={popover}
        id="search"
        popover="auto"
        onToggle={({ newState, currentTarget }) => newState === 'open' && currentTarget.querySelector('input')?.focus()}
        className={clsx('header-popover', inline && 'lg:contents')}
      >
        <SearchBox key={`${q}|${near}`} label={t('Search the directory')} q={q} near={near} className="lg:w-[44rem]" />
      </div>
    </>
  );
}
