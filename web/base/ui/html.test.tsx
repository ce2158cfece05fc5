import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { OptionSelect } from '#web/base/ui/form/option-select.tsx';
import { Chip } from './chip.tsx';
import { Chips } from './chips.tsx';
import { escapeHtml } from './html.ts';
import { Icon } from './icon.tsx';

const HOSTILE = `"><script>alert(1)</script>&amp;'`;

test('a text is escaped as React escapes it', () => {
  expect(renderToStaticMarkup(<p title={HOSTILE}>{HOSTILE}</p>)).toBe(
    `<p title="${escapeHtml(HOSTILE)}">${escapeHtml(HOSTILE)}</p>`,
  );
});

test('chips that are one string are the same as one by one', () => {
  const links = [
    { href: `/${HOSTILE}`, label: HOSTILE, icon: HOSTILE, count: 1234 },
    { href: '/city/irvine', label: 'Irvine', count: 0 },
  ];
  const byReact = renderToStaticMarkup(
    <ul className="flex flex-wrap gap-2">
      {links.map(({ href, label, icon, count }) => (
        <li key={href}>
          <Chip href={href} count={count}>
            {icon && (
              <svg aria-hidden="true" className="size-[1em]">
                <use href={`/icons.svg#${icon}`} />
              </svg>
            )}
            {label}
          </Chip>
        </li>
      ))}
    </ul>,
  );
  expect(renderToStaticMarkup(<Chips links={links} />)).toBe(byReact);
  expect(byReact).toContain(renderToStaticMarkup(<Icon name={HOSTILE} />));
});

test('a select of many options is the same as with elements, and has the chosen one without scripts', () => {
  const markup = renderToStaticMarkup(
    <OptionSelect
      value="es"
      onChange={() => {}}
      options={[
        { value: '', label: HOSTILE },
        { group: HOSTILE, options: [{ value: 'es', label: 'Spanish' }] },
      ]}
    />,
  );
  const byReact = renderToStaticMarkup(
    <select value="es" onChange={() => {}}>
      <option value="">{HOSTILE}</option>
      <optgroup label={HOSTILE}>
        <option value="es">Spanish</option>
      </optgroup>
    </select>,
  );
  expect(markup.replace(/<select[^>]*>/, '')).toBe(byReact.replace(/<select[^>]*>/, ''));
});
