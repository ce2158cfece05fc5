/** A link of the header; `wideOnly` omits it in the menu of small screens. */
export type NavItem = { label: string; href: string; wideOnly?: boolean };

/** A link with `aria-current`: 'page' on its own page, 'true' on pages below it. */
export function HeaderLink({
  link: { label, href },
  path,
  className,
}: {
  link: NavItem;
  path: string;
  className: string;
}) {
  const current = path === href ? 'page' : path.startsWith(`${href}/`) ? 'true' : undefined;
  return (
    <a href={href} aria-current={current} className={className}>
      {label}
    </a>
  );
}
