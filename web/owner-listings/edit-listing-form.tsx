import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { Category } from '#contract/categories.ts';
import { t } from '#contract/i18n/t.ts';
import type { ListingFieldName } from '#contract/listing-fields/listing-fields.ts';
import type { ListingFields, ListingForm } from '#contract/listing-form.ts';
import type { OwnerListingPage } from '#contract/owner-listings.ts';
import type { Location } from '#contract/places.ts';
import type { z } from '#contract/zod.ts';
import { Form, type SchemaForm, useSchemaForm } from '#web/base/ui/form/form.tsx';
import { toast } from '#web/base/ui/toast.tsx';
import { useAreaQuestion } from '#web/listing-form/address/use-area-question.ts';
import { ListingFormFields } from '#web/listing-form/listing-form-fields.tsx';
import ListingPreview from '#web/listing-form/listing-preview.tsx';
import { STILL_UPLOADING, usePictures } from '#web/listing-form/pictures/use-pictures.ts';
import { OptionalSections } from '#web/listing-form/sections/optional-sections.tsx';
import { SECTION_NAMES, type SectionName } from '#web/listing-form/sections/sections.ts';
import { ConflictPanel } from './conflict-panel.tsx';
import type { EditDraft, editDraft } from './edit-draft.ts';
import { rebaseForm } from './form-diff.ts';
import { type EditBase, useEditDraft } from './use-edit-draft.ts';
import type { useSaveEdit } from './use-save-edit.ts';

/** How a listing is edited: by its owner, or by the staff. */
export interface EditMode {
  schema: z.ZodType<ListingFields, ListingForm>;
  saving: ReturnType<typeof useSaveEdit>;
  /** Where an edit that is not saved yet is stored. */
  stored: ReturnType<typeof editDraft>;
  /** The note about the level. */
  note: ReactNode;
  /** The buttons that save. `choose` is called just before the form is submitted, with whether to publish a draft. */
  actions: (form: SchemaForm<ListingForm>, choose: (publish: boolean) => void) => ReactNode;
}

/**
 * The form of an existing listing.
 * @param own the listing when the edit begins; before it was posted, an empty form
 * @param restored the draft of an unsaved edit to continue
 */
export function EditListingForm({
  own,
  restored,
  categories,
  locations,
  mode,
}: {
  own: Pick<OwnerListingPage, 'form' | 'level' | 'pictures' | 'version'>;
  restored: EditDraft | null;
  categories: Category[];
  locations: Location[];
  mode: EditMode;
}) {
  const editBase = useRef<EditBase>(restored ?? toEditBase(own));
  const publish = useRef(false);
  const [shownPictures, setShownPictures] = useState(restored?.uploaded ?? own.pictures);
  const uploaded = useRef(shownPictures);

  const { save, newer, resolveConflict } = mode.saving;
  const askAboutArea = useAreaQuestion();
  const form = useSchemaForm<ListingForm, ListingFields>({
    schema: mode.schema,
    defaultValues: restored?.values ?? own.form,
    onSubmit: async (fields) => {
      if (pictures.uploading) return { message: STILL_UPLOADING };
      const question = await askAboutArea(fields);
      if (question) return question;
      const onSaved = (saved: OwnerListingPage) => {
        editBase.current = toEditBase(saved);
      };
      return save({ fields, version: editBase.current.version, publish: publish.current, onSaved });
    },
  });
  const saveDraft = useEditDraft(form, { stored: mode.stored, editBase, uploaded });
  const showPictures = (next: typeof shownPictures) => {
    uploaded.current = next;
    setShownPictures(next);
    saveDraft();
  };
  const pictures = usePictures({ form, uploaded: shownPictures, onUploaded: showPictures });

  const continueFrom = (from: EditBase, values: ListingForm) => {
    editBase.current = from;
    form.reset(values);
    resolveConflict();
  };
  const keepMine = (newer: OwnerListingPage) => {
    continueFrom(toEditBase(newer), rebaseForm(newer.form, { base: editBase.current.base, mine: form.getValues() }));
    (document.getElementById(form.id) as HTMLFormElement).requestSubmit();
  };
  const takeNewer = (newer: OwnerListingPage) => {
    const [before, mine, pictures] = [editBase.current, form.getValues(), shownPictures];
    continueFrom(toEditBase(newer), newer.form);
    showPictures(newer.pictures);
    const undo = () => {
      continueFrom(before, mine);
      showPictures(pictures);
    };
    toast({
      title: t('Newer version loaded'),
      description: t('Your changes were removed from the form.'),
      action: { label: t('Undo'), altText: t('Continue with the newer version'), onClick: undo },
    });
  };

  const { level } = own;
  return (
    <>
      {newer && (
        <ConflictPanel
          newer={newer}
          base={editBase.current.base}
          mine={form.watch()}
          lookUpName={createNameLookup(categories, locations)}
          onKeepMine={() => keepMine(newer)}
          onTakeNewer={() => takeNewer(newer)}
        />
      )}
      <div className="grid items-start gap-x-10 gap-y-6 lg:grid-cols-[minmax(0,1fr)_24rem]">
        <EditPanel
          form={form}
          pictures={pictures}
          paid={level !== 'free'}
          categories={categories}
          locations={locations}
          mode={mode}
          onChoose={(chosen) => (publish.current = chosen)}
        />
        {/* The preview draws only the two levels of the form; the card of an enhanced listing looks different. */}
        {level !== 'enhanced' && (
          <aside className="sticky top-6 max-lg:hidden">
            <ListingPreview form={form} categories={categories} uploaded={shownPictures} />
          </aside>
        )}
      </div>
    </>
  );
}

function EditPanel({
  form,
  pictures,
  paid,
  categories,
  locations,
  mode,
  onChoose,
}: {
  form: SchemaForm<ListingForm>;
  pictures: ReturnType<typeof usePictures>;
  paid: boolean;
  categories: Category[];
  locations: Location[];
  mode: EditMode;
  onChoose: (publish: boolean) => void;
}) {
  const [openSections, setOpenSections] = useLinkedSection();
  return (
    <div className="rounded-card border bg-card p-4 sm:p-6">
      <Form
        form={form}
        actions={
          <>
            {mode.actions(form, onChoose)}
            <OptionalSections
              as="h2"
              form={form}
              pictures={pictures}
              paid={paid}
              signedIn
              sections={{ open: openSections, onChange: setOpenSections }}
            />
          </>
        }
      >
        <div className="grid min-w-0 gap-5 **:scroll-mt-6 **:scroll-mb-32">
          <ListingFormFields form={form} categories={categories} locations={locations} paid={paid}>
            {mode.note}
          </ListingFormFields>
        </div>
      </Form>
    </div>
  );
}

/** The open sections: at first that of the URL's hash, to which it scrolls. */
function useLinkedSection() {
  const state = useState<SectionName[]>(() => SECTION_NAMES.filter((name) => location.hash === `#${name}`));
  const [linked] = useState(state[0][0]);
  useEffect(() => {
    const section = linked && document.getElementById(linked);
    section?.querySelector('summary')?.focus({ preventScroll: true });
    section?.scrollIntoView();
  }, [linked]);
  return state;
}

const toEditBase = ({ version, form: base }: Pick<OwnerListingPage, 'version' | 'form'>): EditBase => ({
  version,
  base,
});

const createNameLookup = (categories: Category[], locations: Location[]) => (field: ListingFieldName, id: string) => {
  const options = field === 'locationId' ? locations : categories;
  return options.find((option) => String(option.id) === id)?.name ?? id;
};
