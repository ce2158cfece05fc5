import { describe, expect, it } from 'vitest';
import { findSections, toListingFilter } from './find.ts';
import type { Section } from './section.ts';

describe('What is typed into the palette finds listings', () => {
  it.each([
    ['12', { id: '12' }],
    ['#4711', { id: '4711' }],
    ['(949) 555-0147', { phone: '(949) 555-0147' }],
    ['9495550147', { phone: '9495550147' }],
    ['555-0147', { phone: '555-0147' }],
    ['5550147', { phone: '5550147' }],
    ['ana@mail.example', { owner: 'ana@mail.example' }],
    ['Poppy Bakery', { words: 'Poppy Bakery' }],
    ['24 Hour Gym', { words: '24 Hour Gym' }],
  ])('by %s', (text, filter) => {
    expect(toListingFilter(text)).toEqual(filter);
  });
});

it('What is typed into the palette finds sections with accents and without', () => {
  const section = { value: 'settings', label: 'Configuración', group: 'Sitio', icon: 'settings' } as unknown as Section;
  for (const typed of ['configuracion', 'CONFIGURACIÓN', 'sitio', 'sett'])
    expect(findSections([section], typed)).toMatchObject([{ href: '/admin?tab=settings' }]);
  expect(findSections([section], 'copias')).toEqual([]);
});
