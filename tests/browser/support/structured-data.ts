import type { Page } from '@playwright/test';

/** A thing of the structured data of a page (JSON-LD). */
export interface Thing {
  '@type'?: string;
  '@graph'?: Thing[];
  [property: string]: unknown;
}

/** The structured data of the page. */
export async function readStructuredData(page: Page): Promise<Thing[]> {
  const scripts = await page.locator('script[type="application/ld+json"]').allTextContents();
  return scripts.map((text) => JSON.parse(text));
}

/** The types of things, and of those in them. */
export const toTypes = (things: Thing[]): (string | undefined)[] =>
  things.flatMap((thing) => [thing, ...(thing['@graph'] ?? [])].map((one) => one['@type']));
