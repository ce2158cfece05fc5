import type { LibraryPicture, PictureEdit } from '#contract/admin/library-pictures.ts';
import { pictureEditSchema } from '#contract/admin/library-pictures.ts';
import { t } from '#contract/i18n/t.ts';
import { z } from '#contract/zod.ts';
import { TextInput } from '#web/base/ui/form/controls.tsx';
import { FormControl, type FormFailure, useSchemaForm } from '#web/base/ui/form/form.tsx';
import { FormDialog } from '#web/base/ui/form/form-dialog.tsx';
import { usePictureActions } from './picture-queries.ts';

/** Ranges are text in the form. */
const formSchema = z
  .object({ alt: pictureEditSchema.shape.alt, focusX: z.coerce.number(), focusY: z.coerce.number() })
  .pipe(pictureEditSchema);
type PictureInput = z.input<typeof formSchema>;

/** Describes a picture, and says which point of it stays in view where it is cropped. */
export function PictureDialog({
  picture,
  submitLabel = t('Save'),
  onSaved,
  onClose,
}: {
  picture: LibraryPicture;
  submitLabel?: string;
  onSaved: (edit: PictureEdit) => void;
  onClose: () => void;
}) {
  const { edit } = usePictureActions();
  const { alt, focusX, focusY } = picture;
  const form = useSchemaForm<PictureInput, PictureEdit>({
    schema: formSchema,
    defaultValues: { alt, focusX, focusY },
    onSubmit: async (values): Promise<FormFailure | undefined> => {
      const failure = await edit(picture.id, values);
      if (failure) return failure;
      onSaved(values);
      return undefined;
    },
  });
  const { focusX: x, focusY: y } = form.watch();
  return (
    <FormDialog
      form={form}
      open
      onClose={onClose}
      title={t('Describe the picture')}
      intro={
        <img
          src={picture.src}
          alt=""
          className="mb-4 h-40 w-full rounded-field border object-cover"
          style={{ objectPosition: `${x}% ${y}%` }}
        />
      }
      focus="alt"
      submitLabel={submitLabel}
      busyLabel={t('Saving...')}
    >
      <FormControl
        form={form}
        name="alt"
        label={t('Description')}
        hint={t('What it shows, for people who can’t see it.')}
      >
        {(control) => <TextInput {...control} autoComplete="off" maxLength={300} />}
      </FormControl>
      <FormControl
        form={form}
        name="focusX"
        label={t('Point in focus, from left to right')}
        hint={t('Where the picture is cropped, this point stays in view.')}
      >
        {(control) => (
          <input {...control} value={String(control.value)} type="range" min={0} max={100} className="h-11" />
        )}
      </FormControl>
      <FormControl form={form} name="focusY" label={t('Point in focus, from top to bottom')}>
        {(control) => (
          <input {...control} value={String(control.value)} type="range" min={0} max={100} className="h-11" />
        )}
      </FormControl>
    </FormDialog>
  );
}
