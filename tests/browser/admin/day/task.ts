import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import type { OwnerListing } from '#contract/owner-listings.ts';
import {
  createOwner,
  expectToast,
  type Owner,
  openSection,
  post,
  signIn,
  signInAsAdmin,
} from '#tests/browser/support/accounts.ts';
import { expect, open } from '#tests/browser/support/fixtures.ts';
import { postListing } from '#tests/browser/support/listings.ts';

/** A task of 'A working day' in docs/operations.md. */
export type Task = (day: Day) => Promise<void>;

/** A day of an administrator at `/admin`, whose clicks are counted. */
export class Day {
  /** The clicks since the dashboard opened. Typing and keys are none. */
  clicks = 0;
  readonly page: Page;
  /** The page of somebody else. */
  readonly otherPage: Page;

  constructor(page: Page, otherPage: Page) {
    this.page = page;
    this.otherPage = otherPage;
  }

  /** Opens the dashboard, after what the task needs exists. */
  async begin() {
    await signInAsAdmin(this.page);
    await open(this.page, '/admin');
    await expect(this.page.getByRole('navigation', { name: 'Sections' })).toBeVisible();
    this.clicks = 0;
  }

  /** Opens the dashboard and one of its sections. */
  async beginAt(section: string) {
    await this.begin();
    await openSection(this.page, section);
    this.clicks++;
  }

  async click(target: Locator) {
    await target.click();
    this.clicks++;
  }

  /** Chooses an option, which counts as one click. */
  async choose(target: Locator, label: string) {
    await target.selectOption(label);
    this.clicks++;
  }

  /** Clicks a button of the open dialog, after its reason is filled in. */
  async confirm(button: string, reason?: string, label = 'Reason') {
    const dialog = this.page.getByRole('dialog');
    if (reason) await dialog.getByLabel(label).fill(reason);
    await this.click(dialog.getByRole('button', { name: button, exact: true }));
  }

  /** Expects a toast, which is closed by nobody. */
  async expectDone(title: string, description = '') {
    await expectToast(this.page, title, description);
  }

  button = (name: string | RegExp) => this.page.getByRole('button', { name });

  /** Signs an owner in on the other page. */
  async makeOwner(): Promise<Owner> {
    const owner = await createOwner(this.otherPage);
    await signIn(this.otherPage, owner);
    return owner;
  }

  /** A new listing of a new owner, whose title no other one has. */
  async makeListing(): Promise<OwnerListing & { owner: Owner }> {
    const owner = await this.makeOwner();
    return { ...(await this.postListing()), owner };
  }

  /** A new listing of who is signed in on the other page. */
  postListing(): Promise<OwnerListing> {
    const title = `Wallaby ${makeWord()} Bakery`;
    return postListing(this.otherPage, { title, businessName: title });
  }

  /** Finds a listing in the table of all listings. */
  async find({ title }: Pick<OwnerListing, 'title'>) {
    await this.beginAt('Listings');
    await this.page.getByRole('searchbox', { name: 'Name, street, city, ZIP code or number' }).fill(title);
    await this.page.keyboard.press('Enter');
    await expect(this.page.getByRole('link', { name: title })).toBeVisible();
  }

  /** Opens the page of a listing. */
  async openListing(listing: Pick<OwnerListing, 'title'>) {
    await this.find(listing);
    await this.click(this.page.getByRole('link', { name: listing.title }));
    await expect(this.page.getByRole('heading', { level: 1 })).toHaveText(listing.title);
  }

  select = ({ title }: Pick<OwnerListing, 'title'>) =>
    this.click(this.page.getByRole('checkbox', { name: `Select ${title}` }));

  /** Reports a listing, as a visitor. */
  report = ({ id }: Pick<OwnerListing, 'id'>) =>
    post(this.otherPage, `/api/ads/${id}/reports`, { reason: 'wrong', text: 'That is my number.' });
}

/** A word without digits that no other test uses. */
export const makeWord = () =>
  `z${crypto
    .randomUUID()
    .slice(0, 8)
    .replace(/\d/g, (digit) => 'ghijklmnop'[Number(digit)] as string)}`;

/** A row of the table of tasks. */
export interface TaskRow {
  name: string;
  clicks: number;
}

/** The tasks of docs/operations.md, with the clicks that each takes. */
export function readTaskTable(): TaskRow[] {
  const text = readFileSync(join(import.meta.dirname, '../../../../docs/operations.md'), 'utf8');
  const section = text.split('\n## A working day\n')[1]?.split('\n## ')[0] ?? '';
  return [...section.matchAll(/^- (.+): (\d)$/gm)].map(([, name = '', clicks]) => ({
    name,
    clicks: Number(clicks),
  }));
}
