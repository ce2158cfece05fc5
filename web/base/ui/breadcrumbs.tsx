import { t } from '#contract/i18n/t.ts';

/**
 * The path to a page in one line, truncated where it does not fit. The last item is the page itself, which needs no `href`.
 */
export function Breadcrumbs({ items }: { items: { label: string; href?: string }[] }) {
  return (
    <nav aria-label={t('Breadcrumb')} className="no-print breadcrumbs">
      <ol>
        {items.map(({ label, href }) => (
          <li key={label}>{href ? <a href={href}>{label}</a> : <span aria-current="page">{label}</span>}</li>
        ))}
      </ol>
    </nav>
  );
}
