import type { ReactNode } from 'react';
import { Container } from '../ui/container.tsx';

/**
 * A page with a column of 300 px at its start on large screens; on smaller ones the column stands above the content.
 * The column is as long as the content, so that something `sticky` in it stays in view.
 */
export function SidebarLayout({ sidebar, children }: { sidebar: ReactNode; children: ReactNode }) {
  return (
    <Container className="grid gap-6 lg:grid-cols-[300px_minmax(0,1fr)] lg:gap-10">
      <div className="grid content-start gap-6 pt-6 lg:block lg:pt-10">{sidebar}</div>
      <div className="min-w-0">{children}</div>
    </Container>
  );
}
