import { ChevronRight } from 'lucide-react';
import { Fragment } from 'react';

/** Where a page lies, from the top down. The last item is the page itself and needs no `href`. */
export function Breadcrumbs({ items }: { items: { label: string; href?: string }[] }) {
  return (
    <nav aria-label="Breadcrumb" className="no-print text-muted text-sm">
      <ol className="flex flex-wrap items-center gap-x-1.5">
        {items.map(({ label, href }, index) => (
          <Fragment key={label}>
            {index > 0 && (
              <li aria-hidden="true">
                <ChevronRight className="size-4" />
              </li>
            )}
            <li className="flex min-h-11 items-center">
              {href ? (
                <a
                  href={href}
                  className="flex min-h-11 min-w-6 items-center underline-offset-4 hover:text-ink hover:underline"
                >
                  {label}
                </a>
              ) : (
                <span aria-current="page">{label}</span>
              )}
            </li>
          </Fragment>
        ))}
      </ol>
    </nav>
  );
}
