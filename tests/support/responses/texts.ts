import { DEFAULT_LANGUAGE } from '#contract/i18n/languages.ts';
import { readReleaseTexts } from '#server/content/release-texts.ts';
import { getHelp, listPosts } from '#server/content/shown-texts.ts';
import { findKind, splitTextKey } from '#server/content/text-keys.ts';
import type { Texts } from '#server/content/texts.ts';

const release = readReleaseTexts(() => true);
const ENGLISH = [DEFAULT_LANGUAGE];
const ofKind = (kind: string) =>
  [...release].filter(([key]) => findKind(key) === kind && splitTextKey(key).language === DEFAULT_LANGUAGE);
const texts = {
  find: (_kind: string, name: string) => release.get(name)?.compiled,
  list: (kind: string) => new Map(ofKind(kind).map(([key, { compiled }]) => [key, compiled])),
} as unknown as Texts;

/** The responses with the English texts of the release, by path. */
export const textResponses: Record<string, unknown> = {
  ...Object.fromEntries([...release].map(([key, { compiled }]) => [`/api/texts/${key}`, compiled])),
  '/api/texts/blog': { posts: listPosts(texts, ENGLISH, 0) },
  '/api/texts/help': getHelp(texts, ENGLISH, 0),
};
