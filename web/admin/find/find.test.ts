import { describe, expect, it } from 'vitest';
import type { Section } from '#web/admin/section.ts';
import { findSections, findSettings, toListingFilter } from './find.ts';
import { SECTION_WORDS } from './find-words.ts';

describe('What is typed into the palette finds listings', () => {
  it.each([
    ['12', { id: '12' }],
    ['#4711', { id: '4711' }],
    ['#5550147', { id: '5550147' }],
    ['#92614', { id: '92614' }],
    ['92614', { words: '92614' }],
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
  const section = { value: 'settings', label: 'Configuración', group: 'site', icon: 'settings' } as unknown as Section;
  for (const typed of ['configuracion', 'CONFIGURACIÓN', 'site', 'sett'])
    expect(findSections([section], typed)).toMatchObject([{ href: '/admin?tab=settings' }]);
  expect(findSections([section], 'copias')).toEqual([]);
});

describe('Other words find sections', () => {
  const sections = Object.keys(SECTION_WORDS).map(
    (value) => ({ value, label: value, group: 'site', icon: 'settings' }) as unknown as Section,
  );
  it.each([
    ['price', 'plans'],
    ['precio', 'plans'],
    ['ban', 'all'],
    ['refund', 'payments'],
    ['devolver dinero', 'payments'],
    ['backup', 'health'],
    ['respaldo', 'health'],
    ['sign-up', 'settings'],
    ['banner', 'notices'],
    ['csv', 'imports'],
    ['newsletter', 'announcements'],
    ['invitar', 'all'],
  ])('%s', (typed, value) => {
    expect(findSections(sections, typed).map(({ href }) => href)).toContain(`/admin?tab=${value}`);
  });

  it('and settings', () => {
    expect(findSettings('sign-up')).toMatchObject([{ href: '/admin?tab=settings&setting=signUps' }]);
    expect(findSettings('palabra prohibidas')).toMatchObject([{ href: '/admin?tab=settings&setting=messageWords' }]);
    expect(findSettings('s')).toEqual([]);
  });
});
