import type { TextKind } from '#contract/admin/text-fields.ts';
import type { AdminText, TextSource, TextSummary } from '#contract/admin/texts.ts';
import { LANGUAGES } from '#contract/i18n/languages.ts';
import { t, translateDefined } from '#contract/i18n/t.ts';
import { hasPrices, namesAmounts } from '#server/content/price-placeholders.ts';
import type { ReleaseText } from '#server/content/release-texts.ts';
import { findKind, splitTextKey, toPath } from '#server/content/text-keys.ts';
import type { Texts } from '#server/content/texts.ts';
import { NotFound } from '#server/platform/http/errors.ts';
import { type FoundText, findOriginal, findTexts, getShown, type TextDeps } from './find-texts.ts';
import { toHeadings, withHeadingIds } from './original.ts';
import { listVersions } from './text-versions.ts';

/** All texts: those of the release, those that were added, and those of either that are not translated. Posts come first, the newest at the top. */
export async function listTexts(deps: TextDeps): Promise<TextSummary[]> {
  const found = await findTexts(deps, null);
  return [...found.values()]
    .map((text) => ({ text, original: findOriginal(found, text.key) }))
    .filter(({ text, original }) => text.state !== 'missing' || original)
    .map(({ text, original }) => ({ order: getOrder(text, original), summary: summarize(text, original) }))
    .sort((a, b) => a.order.localeCompare(b.order))
    .map(({ summary }) => summary);
}

/** @throws {NotFound} for a text that neither the release has nor anybody added in any language */
export async function getText(deps: TextDeps, key: string): Promise<AdminText> {
  const { db, texts } = deps;
  const found = await findTexts(deps, [splitTextKey(key).name]);
  const [text, original] = [found.get(key), findOriginal(found, key)];
  if (findKind(key) === undefined || !text || (text.state === 'missing' && !original))
    throw new NotFound(t('This text doesn’t exist.'));
  return {
    ...summarize(text, original),
    version: text.row?.version ?? 0,
    release: text.release?.source ?? null,
    published: getShown(text),
    draft: text.row?.draft ?? null,
    scheduled: text.row?.scheduled ?? null,
    original: original ? toOriginalSource(texts, original) : null,
    versions: await listVersions(db, key),
  };
}

/** Whether pages in another language show a text. */
export async function hasOriginal(deps: TextDeps, key: string): Promise<boolean> {
  return findOriginal(await findTexts(deps, [splitTextKey(key).name]), key) !== undefined;
}

function toOriginalSource(texts: Texts, text: FoundText): AdminText['original'] {
  const { name, language } = splitTextKey(text.key);
  const { fields = {}, markdown = '' } = getShown(text) ?? {};
  const compiled = texts.find(findKind(name) as TextKind, name, [language], Date.now());
  return { language, fields, markdown: withHeadingIds(markdown, compiled ? toHeadings(compiled) : []) };
}

function summarize(text: FoundText, original: FoundText | undefined): TextSummary {
  const { key, row, release, state } = text;
  const kind = findKind(key) as TextKind;
  return {
    key,
    language: splitTextKey(key).language,
    kind,
    title: toTitle(kind, release) ?? (getFields(text, original).title || key),
    path: toPath(key),
    state,
    hasDraft: row?.draft != null,
    scheduledFor: row?.scheduled_for?.toISOString() ?? null,
    isBehind: state !== 'missing' && isBehind(text, original),
    namesAmounts: namesAmounts(getShown(text) ?? { fields: {}, markdown: '' }),
    hasPrices: hasPrices(JSON.stringify(getShown(text) ?? null)),
    hasNewerRelease: state === 'edited' && release !== undefined && release.digest !== row?.release_digest,
    changedAt: row?.changed_at.toISOString() ?? null,
    changedBy: row?.username ?? null,
  };
}

/** Whether a text was published after its translation, which was up to date with it until then. */
function isBehind(text: FoundText, other: FoundText | undefined): boolean {
  // The originals belong together.
  if (text.state === 'release' && other?.state === 'release') return false;
  const times = [text, other].flatMap((one) => (one?.row?.published_at ?? []).map((at) => ({ one, at })));
  let behind: FoundText | undefined;
  // What is behind and is published has caught up.
  for (const { one } of times.sort((a, b) => a.at.getTime() - b.at.getTime()))
    behind = one === behind ? undefined : one === text ? other : text;
  return behind === text;
}

/** What texts without a title are called. */
function toTitle(kind: TextKind, release: ReleaseText | undefined): string | undefined {
  if (kind === 'email' && release && 'title' in release.compiled) return translateDefined(release.compiled.title);
  if (kind === 'home') return t('Home page');
  return kind === 'words' ? t('Search words of the help') : undefined;
}

/** Those that pages show, or will; of a text that is missing those of the one that would be translated. */
function getFields({ row, release }: FoundText, original: FoundText | undefined): TextSource['fields'] {
  const source = row?.published ?? release?.source ?? row?.scheduled ?? row?.draft;
  return (source ?? (original && getShown(original)))?.fields ?? {};
}

const KINDS_IN_ORDER: TextKind[] = ['post', 'help', 'words', 'faq', 'policy', 'home', 'email'];
const LAST_DAY = '9999-12-31';

/** What sorts texts: by language, by kind, posts by their day, the newest first, and sections of the help by their place. */
function getOrder(text: FoundText, original: FoundText | undefined): string {
  const kind = findKind(text.key) as TextKind;
  const language = LANGUAGES.indexOf(splitTextKey(text.key).language);
  const { date, order = '' } = getFields(text, original);
  const age = kind === 'post' ? Date.parse(LAST_DAY) - Date.parse(date || LAST_DAY) : 0;
  const place = [KINDS_IN_ORDER.indexOf(kind), String(age).padStart(18, '0'), order.padStart(2, '0'), text.key];
  return [language, ...place].join(' ');
}
