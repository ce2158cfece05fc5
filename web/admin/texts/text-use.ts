import type { TextKind } from '#contract/admin/text-fields.ts';
import { t } from '#contract/i18n/t.ts';

const PAGES = {
  isUsed: t('Pages show it'),
  usedAgain: t('Pages show it again within a minute. The edited text stays among the versions.'),
  restored: t('Pages show the original text'),
  published: t('Every page has it within a minute.'),
  staysAsItIs: t('What pages show stays as it is. The draft can’t be brought back.'),
  newerOriginal: t('An update brought a newer original text. Pages still show the edited one.'),
};
const EMAILS: typeof PAGES = {
  isUsed: t('Emails use it'),
  usedAgain: t('Emails use it again within a minute. The edited text stays among the versions.'),
  restored: t('Emails use the original text'),
  published: t('Emails have it within a minute.'),
  staysAsItIs: t('What emails say stays as it is. The draft can’t be brought back.'),
  newerOriginal: t('An update brought a newer original text. Emails still use the edited one.'),
};

/** What the editor says of where a text is used: on pages, or in emails. */
export const describeUse = (kind: TextKind) => (kind === 'email' ? EMAILS : PAGES);
