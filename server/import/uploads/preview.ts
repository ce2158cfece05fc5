import type { Kysely } from 'kysely';
import type { DayHours, Hours } from '#contract/hours/weekly-hours.ts';
import { WEEKDAYS } from '#contract/hours/weekly-hours.ts';
import { toLocale } from '#contract/i18n/languages.ts';
import { t } from '#contract/i18n/t.ts';
import type { ImportOptionsForm, PreviewRow, UploadPreview } from '#contract/imports/uploads.ts';
import type { FileDates } from '#contract/values/date.ts';
import { openKinds } from '#server/import/categories/kinds.ts';
import { convertRow } from '#server/import/convert-row.ts';
import { isDated, readFirstDates } from '#server/import/file-dates.ts';
import { openPlaceMatcher } from '#server/import/import.ts';
import type { PlaceMatcher } from '#server/import/placement/place-matcher.ts';
import { createPointSurvey } from '#server/import/point-survey.ts';
import { getCategoryName } from '#server/places/places.ts';
import type { DB } from '#server/platform/db/schema.ts';
import { getLanguage } from '#server/platform/http/request-language.ts';
import { findMissing } from '#server/source-files/column-mapping.ts';
import { ListsPeople, refusePeople } from '#server/source-files/people.ts';
import { readColumns, readRows } from '#server/source-files/read-rows.ts';
import { ImportError, type ImportRow, type RowNote } from '#server/source-files/rows.ts';
import { recallOptions } from './mappings.ts';
import { addSourceFields, suggestOptions, toReadOptions } from './options.ts';

const ROWS = 20;
// Of a file of the whole world, few rows are in the region.
const MAX_SCANNED = 20_000;
const SAMPLES = 3;
const MAX_SAMPLE_LENGTH = 60;

/** The columns of a file, and its first rows as the listings that they would become. */
export async function previewFile(
  db: Kysely<DB>,
  { path, name, options: chosen }: { path: string; name: string; options: ImportOptionsForm | null },
): Promise<UploadPreview> {
  const preview: Omit<UploadPreview, 'options'> = {
    format: '',
    columns: [],
    isRemembered: false,
    hasSource: true,
    missing: [],
    rows: [],
    ignored: 0,
    asksBusinesses: false,
    swappedPoints: null,
    asksDate: true,
    error: null,
  };
  let options = chosen;
  try {
    const head = await readColumns(path);
    const remembered = head && !chosen ? await recallOptions(db, head.header) : null;
    preview.isRemembered = remembered !== null;
    options = chosen ? await addSourceFields(db, chosen) : await suggestOptions(db, head?.header ?? null, remembered);
    const readOptions = toReadOptions(options);
    if (head) {
      preview.columns = head.header.map((column, index) => ({ name: column, samples: toSamples(head.records, index) }));
      const has = (column: keyof ImportRow['fields']) => Boolean(readOptions.mapping?.[column]);
      preview.missing = findMissing(has, readOptions);
      preview.hasSource = has('source');
      if (!readOptions.areBusinesses) refusePeople(path, head.header, head.records, readOptions.mapping);
    }
    if (preview.missing.length === 0) await readPreviewRows(db, path, readOptions, preview);
  } catch (error) {
    if (!(error instanceof ImportError)) throw error;
    preview.asksBusinesses = error instanceof ListsPeople;
    preview.error = error.message.replaceAll(path, name);
  }
  return { ...preview, options: options ?? (await suggestOptions(db, null, null)) };
}

function toSamples(records: string[][], index: number): string[] {
  const values = new Set(records.flatMap((record) => record[index]?.slice(0, MAX_SAMPLE_LENGTH) || []));
  return [...values].slice(0, SAMPLES);
}

async function readPreviewRows(
  db: Kysely<DB>,
  path: string,
  options: ReturnType<typeof toReadOptions>,
  preview: Pick<UploadPreview, 'format' | 'rows' | 'ignored' | 'swappedPoints' | 'asksDate'>,
) {
  const placeMatcher = await openPlaceMatcher(db);
  const onFormat = (format: string) => {
    preview.format = format;
  };
  const survey = createPointSurvey();
  const dates = await readFirstDates(path, options);
  const kinds = await openKinds(db, options.kinds);
  for await (const row of kinds.assign(readRows(path, { ...options, onFormat }))) {
    survey.add(row);
    if (row.rejection?.isOnlyCounted) preview.ignored++;
    else preview.rows.push(toPreviewRow(placeMatcher, row, dates));
    if (preview.rows.length >= ROWS || preview.ignored >= MAX_SCANNED) break;
  }
  preview.swappedPoints = survey.getSwapped() ?? null;
  preview.asksDate = !(await isDated(db, path, options));
}

function toPreviewRow(placeMatcher: PlaceMatcher, row: ImportRow, dates: FileDates): PreviewRow {
  const result = convertRow(placeMatcher, row, dates);
  if ('skip' in result) {
    const { name, category_raw, category, address, city, phone, website, hours } = row.fields;
    const typed = { title: name, category: category_raw || category, address, city, phone, website, hours };
    return { line: row.line, ...typed, refused: result.skip.text, notes: [] };
  }
  const { draft, mends } = result;
  const category = placeMatcher.gazetteer.categories.byId.get(draft.category_id);
  return {
    line: row.line,
    title: draft.title,
    category: category ? getCategoryName(category) : '',
    address: draft.address ?? '',
    city: [draft.city, draft.zip].filter(Boolean).join(' '),
    phone: draft.phone ?? '',
    website: draft.website ?? '',
    hours: draft.hours ? formatHours(draft.hours) : '',
    refused: null,
    notes: mends.filter(isNotable).map(({ text }) => text),
  };
}

/** Another way to write the same is no news in a table that shows the result. */
const isNotable = ({ isOtherForm }: RowNote) => !isOtherForm;

const formatDay = (index: number) =>
  // January 1, 2024, was a Monday.
  new Date(Date.UTC(2024, 0, 1 + index)).toLocaleDateString(toLocale(getLanguage()), {
    weekday: 'short',
    timeZone: 'UTC',
  });

function formatDayHours(hours: DayHours): string {
  if (hours === 'appointment') return t('by appointment', null, 'hours');
  if (!Array.isArray(hours)) return hours === 'all-day' ? t('all day', null, 'hours') : t('closed', null, 'hours');
  const spans = hours.map(({ opens, closes }) => `${opens}–${closes}`);
  return new Intl.ListFormat(toLocale(getLanguage())).format(spans);
}

/** 'Mon–Fri 09:00–17:00, Sat closed'. */
function formatHours(hours: Hours): string {
  const days = WEEKDAYS.map((day, index) => {
    const open = hours[day];
    return { day: formatDay(index), text: open === null ? null : formatDayHours(open) };
  });
  const spans: { from: string; to: string; text: string }[] = [];
  for (const { day, text } of days) {
    const last = spans.at(-1);
    if (text === null) continue;
    if (last?.text === text) last.to = day;
    else spans.push({ from: day, to: day, text });
  }
  return spans.map(({ from, to, text }) => `${from === to ? from : `${from}–${to}`} ${text}`).join(', ');
}
