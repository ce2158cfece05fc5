import { t } from '#contract/i18n/t.ts';

/** Says how many owners of the listings that will be changed are emailed. @param owned how many of the `count` listings have an owner */
export const describeOwnersEmailed = (owned: number, count: number) =>
  count === 1
    ? t('{count, plural, =0 {It has no owner, so nobody is emailed.} other {Its owner will be emailed.}}', {
        count: owned,
      })
    : t(
        '{count, plural, =0 {None of them has an owner, so nobody is emailed.} one {One has an owner, who will be emailed.} other {# have owners, who will be emailed.}}',
        { count: owned },
      );
