import type { ReactNode } from 'react';
import { Container } from '#web/base/ui/container.tsx';

/**
 * A page with a sidebar of 300 px on large screens; on smaller ones it is above the content. The sidebar is as high as
 * the content, so that `sticky` elements in it stay in view.
 */
export function SidebarLayout({ sidebar, children }: { sidebar: ReactNode; children: ReactNode }) {
  return (
    <Container className="grid lg:grid-cols-[300px_minmax(0,1fr)] lg:gap-10">
      <div className="grid content-start pt-4 lg:block lg:pt-10">{sidebar}</div>
      <div className="min-w-0">{children}</div>
    </Container>
  );
}
