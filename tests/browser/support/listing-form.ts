import type { Page } from '@playwright/test';
import { textOn } from './spanish.ts';

/** The optional sections below the form of a listing, in their order. */
export const SECTIONS = [
  'Another language',
  'Opening hours',
  'Logo and photos',
  'Map pin',
  'Service area, license and prices',
  'Social links',
  'Premium extras',
] as const;

/** Opens or closes an optional section of the form of a listing. */
export const toggleSection = (page: Page, name: (typeof SECTIONS)[number]) =>
  page
    .locator('summary')
    .filter({ has: page.getByText(textOn(page, name), { exact: true }) })
    .click();

/** Submits the form of a new listing. */
export const submitListing = (page: Page, button = 'Post Ad') =>
  page.getByRole('button', { name: textOn(page, button), exact: true }).click();
