import '#web/site/styles.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { type ListingFields, type ListingForm, listingFormSchema } from '#contract/listing-form.ts';
import type { UploadedPhoto } from '#contract/photos.ts';
import { createQueryClient, getJson } from '#web/base/api/api.ts';
import { Combobox } from '#web/base/ui/form/combobox.tsx';
import { TextArea, TextInput } from '#web/base/ui/form/controls.tsx';
import { Form, FormControl, SubmitButton, useSchemaForm } from '#web/base/ui/form/form.tsx';
import { Switch } from '#web/base/ui/form/switch.tsx';
import { UrlInput } from '#web/base/ui/form/url-input.tsx';
import { CityInput } from '#web/listing-form/city-input.tsx';
import { PhoneInput } from '#web/listing-form/phone/phone-input.tsx';
import PictureFields from '#web/listing-form/pictures/picture-fields.tsx';
import { usePictures } from '#web/listing-form/pictures/use-pictures.ts';
import AboutFields from '#web/listing-form/sections/about-fields.tsx';
import SocialFields from '#web/listing-form/sections/social-fields.tsx';
import HoursFields from '#web/opening-hours/hours-fields.tsx';

const CATEGORIES = [
  {
    group: 'Restaurants',
    value: '1',
    options: [
      { value: '11', label: 'Barbecue' },
      { value: '12', label: 'Cafés & Coffee' },
      { value: '13', label: 'Mexican' },
      { value: '14', label: 'Salvadoran & Central American' },
    ],
  },
  {
    group: 'Home Services',
    value: '2',
    options: [
      { value: '21', label: 'Electricians' },
      { value: '22', label: 'Plumbers' },
      { value: '23', label: 'Roofing' },
    ],
  },
  { group: 'Religious & Community Organizations', value: '3', options: [{ value: '31', label: 'Churches' }] },
];

// Fields that are not part of this page.
const REST = { businessName: 'Harbor Bakery', address: '1 Main Street', zipCode: '92602', locationId: '3' };

/** The components of the listing form on a page; its submitted values are shown below. */
function FormKit({ paid, signedIn }: { paid: boolean; signedIn: boolean }) {
  const [saved, setSaved] = useState<ListingFields>();
  const [uploaded, setUploaded] = useState<UploadedPhoto[]>([]);
  const form = useSchemaForm<ListingForm, ListingFields>({
    schema: listingFormSchema,
    defaultValues: {
      ...{ ...REST, title: '', description: '', city: '', phone: '', email: 'ann@example.com', website: '' },
      ...{ categoryId: '', premium: false, holidayNote: '', serviceArea: '' },
    },
    onSubmit: async (values) => {
      setSaved(values);
      return undefined;
    },
  });
  const pictures = usePictures({ form, uploaded, onUploaded: setUploaded });
  return (
    <main className="mx-auto grid gap-8 p-4" style={{ maxWidth: '46rem' }}>
      <h1 className="text-2xl">Parts of a form</h1>
      <Form
        form={form}
        actions={
          <SubmitButton form={form} busyLabel="Posting Ad...">
            {pictures.uploading ? 'Wait for the pictures' : 'Post Free Ad'}
          </SubmitButton>
        }
      >
        <FormControl form={form} name="title" label="Ad Title" hint="What you do." maxLength={100}>
          {(control) => <TextInput {...control} />}
        </FormControl>
        <FormControl form={form} name="description" label="Description" maxLength={1000}>
          {(control) => <TextArea {...control} />}
        </FormControl>
        <FormControl form={form} name="categoryId" label="Category" hint="Type to search.">
          {(control) => <Combobox {...control} groups={CATEGORIES} placeholder="Choose a category" />}
        </FormControl>
        <FormControl form={form} name="city" label="City">
          {(control) => <CityInput {...control} />}
        </FormControl>
        <FormControl form={form} name="phone" label="Phone Number" hint="Include the area code.">
          {(control) => <PhoneInput {...control} />}
        </FormControl>
        <FormControl form={form} name="website" label="Website" optional>
          {(control) => <UrlInput {...control} />}
        </FormControl>
        <Switch label="Premium Listing" hint="Featured for 30 days." {...form.register('premium')} />
        <PictureFields form={form} pictures={pictures} paid={paid} signedIn={signedIn} />
        <HoursFields form={form} />
        <SocialFields form={form} />
        <AboutFields form={form} />
      </Form>
      {saved && <output>{JSON.stringify(saved)}</output>}
    </main>
  );
}

const root = document.getElementById('root');
if (root) {
  const query = new URLSearchParams(location.search);
  createRoot(root).render(
    <StrictMode>
      <QueryClientProvider client={createQueryClient(getJson)}>
        <FormKit paid={!query.has('free')} signedIn={!query.has('signed-out')} />
      </QueryClientProvider>
    </StrictMode>,
  );
}
