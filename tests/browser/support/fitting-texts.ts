import type { Page } from '@playwright/test';

/**
 * What does not fit on a page at each width of the window, in px.
 * @param lengthen whether its texts, which are English, are made longer before
 */
export async function findMisfits(page: Page, widths: number[], { lengthen = false } = {}): Promise<string[]> {
  const found: string[] = [];
  const viewport = page.viewportSize();
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    // A window of another width may show other parts of the page.
    if (lengthen) await lengthenTexts(page);
    const excess = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    if (excess > 0) found.push(`at ${width} px the page is ${excess} px wider`);
    for (const cut of await findCutTexts(page)) found.push(`at ${width} px a ${cut}`);
  }
  if (viewport) await page.setViewportSize(viewport);
  return found;
}

/**
 * Makes the texts of an English page about 40 % longer, with accents, as those of another language may be: the pieces of text, what
 * is read aloud, and what stands in empty fields. Texts that were already longer are left.
 */
async function lengthenTexts(page: Page) {
  await page.evaluate(() => {
    const ACCENTS: Record<string, string> = { a: 'á', e: 'é', i: 'í', n: 'ñ', o: 'ó', u: 'ü', A: 'Á', E: 'É', O: 'Ó' };
    const MORE = ['más', 'información', 'también', 'aquí', 'después', 'según', 'próximamente'];
    const lengthen = (text: string) => {
      const letters = text.match(/\p{L}/gu)?.length ?? 0;
      if (letters === 0 || /[áéíñóüÁÉÓ]/.test(text)) return text;
      const end = /\s*$/.exec(text)?.[0] ?? '';
      let longer = text.trimEnd().replace(/[aeinouAEO]/g, (letter) => ACCENTS[letter] ?? letter);
      let missing = Math.ceil(letters * 0.4);
      // One or two letters make a word longer, and more of them are another word.
      if (missing <= 3) return longer + 'é'.repeat(missing) + end;
      for (let word = 0; missing > 0; word += 1) {
        const added = (MORE[word % MORE.length] ?? '').slice(0, Math.max(missing, 2));
        longer += ` ${added}`;
        missing -= added.length + 1;
      }
      return longer + end;
    };
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      if (text.parentElement?.closest('script, style, noscript, textarea')) continue;
      const longer = lengthen(text.nodeValue ?? '');
      if (longer !== text.nodeValue) text.nodeValue = longer;
    }
    for (const name of ['aria-label', 'placeholder', 'title', 'alt'])
      for (const element of document.querySelectorAll(`[${name}]`))
        element.setAttribute(name, lengthen(element.getAttribute(name) ?? ''));
  });
}

/**
 * Where the texts of the page do not fit: texts beyond the border of their button, tab, heading or cell, and boxes that hide a part of
 * what they contain without an ellipsis or a way to scroll there.
 */
const findCutTexts = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const toLine = (element: Element, part: number) =>
      `${element.localName} cuts ${Math.round(part)} px: ${element.textContent?.replace(/\s+/g, ' ').trim().slice(0, 80)}`;
    // A map's names of places go on beyond its edge.
    const isRead = (element: Element) =>
      element.checkVisibility({ opacityProperty: true }) &&
      !element.closest('.sr-only, svg[aria-hidden=true]') &&
      element.getBoundingClientRect().width > 1;
    const found = new Set<string>();
    for (const box of document.querySelectorAll('body *')) {
      const { overflowX, textOverflow } = getComputedStyle(box);
      const part = box.scrollWidth - box.clientWidth;
      if (!/hidden|clip/.test(overflowX) || textOverflow === 'ellipsis' || part <= 1 || !isRead(box)) continue;
      const texts = document.createTreeWalker(box, NodeFilter.SHOW_TEXT);
      const range = document.createRange();
      const { right: end, bottom } = box.getBoundingClientRect();
      for (let text = texts.nextNode(); text; text = texts.nextNode()) {
        range.selectNodeContents(text);
        const place = range.getBoundingClientRect();
        // What is on a line below is left out as a whole.
        const isCut = place.right > end + 1 && place.top < bottom - 1;
        if (isCut && text.nodeValue?.trim() && text.parentElement && isRead(text.parentElement))
          found.add(toLine(box, part));
      }
    }
    for (const box of document.querySelectorAll('button, a.button, [role=tab], summary, h1, h2, h3, th, td')) {
      if (!isRead(box)) continue;
      const { left, right } = box.getBoundingClientRect();
      const texts = document.createTreeWalker(box, NodeFilter.SHOW_TEXT);
      const range = document.createRange();
      for (let text = texts.nextNode(); text; text = texts.nextNode()) {
        if (!text.nodeValue?.trim() || !text.parentElement || !isRead(text.parentElement)) continue;
        range.selectNodeContents(text);
        const place = range.getBoundingClientRect();
        const part = Math.max(place.right - right, left - place.left);
        if (place.width > 1 && part > 1) found.add(toLine(box, part));
      }
    }
    return [...found];
  });
