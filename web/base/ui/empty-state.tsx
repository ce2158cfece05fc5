import type { ReactNode } from 'react';

/** The state of a list or page that is empty or failed: a title, the reason as children, and an alternative as `action`. */
export function EmptyState({
  title,
  action,
  as: Title = 'p',
  children,
}: {
  title: ReactNode;
  action?: ReactNode;
  /** A heading level if the state is the whole page. */
  as?: 'p' | 'h1' | 'h2' | 'h3';
  children?: ReactNode;
}) {
  return (
    <div className="grid justify-items-center gap-3 rounded-card border border-line border-dashed px-6 py-10 text-center">
      <Horizon />
      <Title className={Title === 'h1' ? 'text-2xl sm:text-3xl' : 'font-bold text-lg'}>{title}</Title>
      {children && <div className="max-w-measure text-muted">{children}</div>}
      {action && <div className="mt-2 flex flex-wrap justify-center gap-3">{action}</div>}
    </div>
  );
}

/** A drawing of an empty beach at sunset. */
function Horizon() {
  return (
    <svg viewBox="0 0 120 48" width="120" height="48" aria-hidden="true">
      <path d="M42 28a18 18 0 0 1 36 0z" className="fill-sun" />
      <g fill="none" strokeLinecap="round" strokeWidth="3">
        <path d="M8 28h104" className="stroke-line-strong" strokeWidth="2" />
        <path d="M34 36c5-3 9-3 13 0s9 3 13 0 9-3 13 0 9 3 13 0" className="stroke-pacific" />
        <path d="M48 44c4-2.5 8-2.5 12 0s8 2.5 12 0" className="stroke-pacific opacity-50" />
      </g>
    </svg>
  );
}
