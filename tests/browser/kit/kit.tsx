import '#web/site/styles.css';
import { StrictMode, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { Button } from '#web/base/ui/button.tsx';
import { Dialog } from '#web/base/ui/dialog.tsx';
import { Select, TextArea, TextInput } from '#web/base/ui/form/controls.tsx';
import { Field } from '#web/base/ui/form/field.tsx';
import { Tabs } from '#web/base/ui/tabs.tsx';
import { ToastOutlet, toast } from '#web/base/ui/toast.tsx';

/** The interactive components of the design system on one page. */
function Kit() {
  const [open, setOpen] = useState(false);
  return (
    <main className="mx-auto grid max-w-page gap-8 p-4">
      <h1>Parts</h1>
      <div className="flex flex-wrap gap-3">
        <Button onClick={() => toast({ title: 'Saved', description: 'Your listing is live.', tone: 'success' })}>
          Save
        </Button>
        <Button onClick={() => toast({ title: 'Payment Failed', tone: 'danger' })}>Pay</Button>
        <Button variant="secondary" onClick={() => setOpen(true)}>
          Delete…
        </Button>
        <Button variant="ghost" busy>
          Posting Ad...
        </Button>
      </div>
      <Tabs
        label="Listing options"
        tabs={[
          { value: 'compare', label: 'Compare', content: 'What each plan has.' },
          { value: 'pricing', label: 'Pricing', content: 'What each plan costs.' },
        ]}
      />
      <form className="grid max-w-measure gap-5">
        <Field label="Business Name" hint="As on your sign.">
          {(control) => <TextInput {...control} />}
        </Field>
        <Field label="Email" error="Enter an email address">
          {(control) => <TextInput type="email" {...control} />}
        </Field>
        <Field label="Category">
          {(control) => (
            <Select {...control}>
              <option>Restaurants</option>
            </Select>
          )}
        </Field>
        <Field label="Description" optional>
          {(control) => <TextArea {...control} />}
        </Field>
      </form>
      <Dialog
        open={open}
        onClose={() => setOpen(false)}
        title="Delete this listing?"
        actions={
          <Button variant="danger" onClick={() => setOpen(false)}>
            Delete listing
          </Button>
        }
      >
        It will disappear from every page at once.
        <input type="file" aria-label="Proof" />
      </Dialog>
      <ToastOutlet />
    </main>
  );
}

const root = document.getElementById('root');
if (root) {
  createRoot(root).render(
    <StrictMode>
      <Kit />
    </StrictMode>,
  );
}
