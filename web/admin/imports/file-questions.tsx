import { t } from '#contract/i18n/t.ts';
import type { ImportOptionsForm, ImportUpload, UploadPreview } from '#contract/imports/uploads.ts';

/** What only the administrator can say of a file: whether its rows are people, and whether its points are swapped. */
export function FileQuestions({
  preview: { asksBusinesses, ...preview },
  counted,
  options: { areBusinesses, swapPoints },
  onChange,
}: {
  preview: UploadPreview;
  /** The counts of a dry run, which reads all rows. */
  counted: ImportUpload['dryRun'];
  options: ImportOptionsForm;
  onChange: (changed: Partial<ImportOptionsForm>) => void;
}) {
  const swappedPoints = preview.swappedPoints ?? counted?.swappedPoints;
  return (
    <>
      {swappedPoints && (
        <p className="font-semibold">
          {t(
            '{outside, plural, one {# point is outside of the region} other {# points are outside of the region}}. With latitude and longitude swapped, {swapped, plural, one {# would be inside} other {# would be inside}}.',
            { outside: swappedPoints.outside, swapped: swappedPoints.swapped },
          )}
        </p>
      )}
      {(swappedPoints || swapPoints) && (
        <Checkbox
          label={t('Swap latitude and longitude where a point is only then in the region')}
          checked={swapPoints}
          onChange={(checked) => onChange({ swapPoints: checked })}
        />
      )}
      {(asksBusinesses || areBusinesses) && (
        <Checkbox
          label={t('Every row is a business, not a person')}
          checked={areBusinesses}
          onChange={(checked) => onChange({ areBusinesses: checked })}
        />
      )}
    </>
  );
}

function Checkbox({
  label,
  checked,
  onChange,
}: {
  label: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
}) {
  return (
    <label className="flex min-h-11 items-center gap-3">
      <input
        type="checkbox"
        className="size-5 shrink-0 accent-pacific"
        checked={checked}
        onChange={(event) => onChange(event.target.checked)}
      />
      {label}
    </label>
  );
}
