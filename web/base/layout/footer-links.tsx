import clsx from 'clsx';
import type { ReactNode } from 'react';

/** A part of the footer, with its heading. */
export function FooterSection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h2 className="text-lg sm:mb-2">{title}</h2>
      {children}
    </section>
  );
}

/** A part of the footer with links, in columns where it is wide. */
export function FooterLinks({
  title,
  links,
  columns = false,
}: {
  title: string;
  links: { label: string; href: string }[];
  columns?: boolean;
}) {
  return (
    <FooterSection title={title}>
      <ul className={clsx('columns-2 gap-x-6', !columns && 'lg:columns-1')}>
        {links.map((link) => (
          <li key={link.href}>
            <FooterLink {...link} />
          </li>
        ))}
      </ul>
    </FooterSection>
  );
}

/** A link of the footer. */
export function FooterLink({ href, label }: { href: string; label: string }) {
  return (
    <a href={href} className="footer-link">
      {label}
    </a>
  );
}
