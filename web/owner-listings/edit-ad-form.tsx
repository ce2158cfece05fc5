import { useRef, useState } from 'react';
import type { Category } from '#contract/categories.ts';
import { type AdFields, type AdForm, adFormSchema } from '#contract/listing-form.ts';
import type { OwnAdPage } from '#contract/own-listings.ts';
import type { Location } from '#contract/places.ts';
import { AdFormFields } from '../listing-form/ad-form.tsx';
import { AdPreview } from '../listing-form/ad-preview.tsx';
import { STILL_UPLOADING, usePictures } from '../listing-form/pictures.ts';
import { Form, useSchemaForm } from '../ui/form/form.tsx';
import { toast } from '../ui/toast.tsx';
import { ConflictPanel } from './conflict-panel.tsx';
import { type FieldName, onTopOf } from './differences.ts';
import type { KeptEdit } from './kept-edit.ts';
import { LevelNote } from './level-note.tsx';
import { SaveBar } from './save-bar.tsx';
import { type Begun, useKeptEdit } from './use-kept-edit.ts';
import { useSaving } from './use-saving.ts';

/**
 * The form of a listing that is there already.
 * @param own how it stands when the edit begins
 * @param restored an edit of it that was not saved, to go on with
 */
export function EditAdForm({
  own,
  restored,
  categories,
  locations,
}: {
  own: OwnAdPage;
  restored: KeptEdit | null;
  categories: Category[];
  locations: Location[];
}) {
  const begun = useRef<Begun>(restored ?? begunFrom(own));
  const publish = useRef(false);
  const [moreOpen, setMoreOpen] = useState(false);
  const [pictured, setPictured] = useState(restored?.uploaded ?? own.pictures);
  const uploaded = useRef(pictured);

  const { save, newer, settle } = useSaving(own.id);
  const form = useSchemaForm<AdForm, AdFields>({
    schema: adFormSchema,
    defaultValues: restored?.values ?? own.form,
    save: async (fields) => {
      if (pictures.uploading) return { message: STILL_UPLOADING };
      const onSaved = (saved: OwnAdPage) => {
        begun.current = begunFrom(saved);
      };
      return save({ fields, version: begun.current.version, publish: publish.current, onSaved });
    },
  });
  const keep = useKeptEdit(form, { id: own.id, begun, uploaded });
  const showPictures = (known: typeof pictured) => {
    uploaded.current = known;
    setPictured(known);
    keep();
  };
  const pictures = usePictures({ form, uploaded: pictured, onUploaded: showPictures });

  const goOnFrom = (from: Begun, values: AdForm) => {
    begun.current = from;
    form.reset(values);
    settle();
  };
  const keepMine = (newer: OwnAdPage) => {
    goOnFrom(begunFrom(newer), onTopOf(newer.form, { base: begun.current.base, mine: form.getValues() }));
    (document.getElementById(form.id) as HTMLFormElement).requestSubmit();
  };
  const takeNewer = (newer: OwnAdPage) => {
    const [before, mine, pictures] = [begun.current, form.getValues(), pictured];
    goOnFrom(begunFrom(newer), newer.form);
    showPictures(newer.pictures);
    const undo = () => {
      goOnFrom(before, mine);
      showPictures(pictures);
    };
    toast({
      title: 'The newer version is in the form',
      description: 'Your own changes are not.',
      action: { label: 'Undo', elsewhere: 'Go on with the newer version', onAct: undo },
    });
  };

  const { level } = own;
  return (
    <>
      {newer && (
        <ConflictPanel
          newer={newer}
          base={begun.current.base}
          mine={form.watch()}
          nameOf={namesOf(categories, locations)}
          onKeepMine={() => keepMine(newer)}
          onTakeNewer={() => takeNewer(newer)}
        />
      )}
      <div className="grid items-start gap-x-10 gap-y-6 lg:grid-cols-[minmax(0,1fr)_24rem]">
        <div className="rounded-card border bg-card p-4 pb-0 sm:p-6 sm:pb-0">
          <Form
            form={form}
            actions={<SaveBar own={own} form={form} onChoose={(published) => (publish.current = published)} />}
          >
            <div className="grid min-w-0 gap-5 **:scroll-mt-6 **:scroll-mb-32">
              <AdFormFields
                form={form}
                categories={categories}
                locations={locations}
                pictures={pictures}
                paid={level !== 'free'}
                signedIn
                more={{ open: moreOpen, onToggle: setMoreOpen }}
              >
                <LevelNote own={own} />
              </AdFormFields>
            </div>
          </Form>
        </div>
        {/* Of the levels a form chooses between; the card of the third looks otherwise. */}
        {level !== 'enhanced' && (
          <aside className="sticky top-6 max-lg:hidden">
            <AdPreview form={form} categories={categories} uploaded={pictured} />
          </aside>
        )}
      </div>
    </>
  );
}

const begunFrom = ({ version, form: base }: OwnAdPage): Begun => ({ version, base });

const namesOf = (categories: Category[], locations: Location[]) => (field: FieldName, id: string) => {
  const named = field === 'categoryId' ? categories : locations;
  return named.find((one) => String(one.id) === id)?.name ?? id;
};
