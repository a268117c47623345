import { useState } from 'react';
import { PlanChoice } from '../../../components/membership/plan-choice.tsx';
import { Button } from '../../../components/ui/button.tsx';
import { CheckboxField } from '../../../components/ui/checkbox-field.tsx';
import { Dialog } from '../../../components/ui/dialog.tsx';
import { LinkButton } from '../../../components/ui/link-button.tsx';
import { PasswordField } from '../../../components/ui/password-field.tsx';
import { SelectField } from '../../../components/ui/select-field.tsx';
import { TextField } from '../../../components/ui/text-field.tsx';
import { TextareaField } from '../../../components/ui/textarea-field.tsx';
import { parsePlan } from '../../../config/plans.ts';
import { toast } from '../../../lib/toast-store.ts';
import styles from './design.module.css';
import { Group } from './group.tsx';

const VARIANTS = ['primary', 'secondary', 'quiet', 'danger'] as const;
const DIVISIONS = [
  { value: 'development', label: 'Development' },
  { value: 'professional', label: 'Professional' },
];

const Buttons = () => (
  <Group title="Buttons">
    {VARIANTS.map((variant) => (
      <div key={variant} className={styles['row']}>
        <Button variant={variant} size="large">
          Large {variant}
        </Button>
        <Button variant={variant}>Medium</Button>
        <Button variant={variant} size="small">
          Small
        </Button>
        <Button variant={variant} busy busyLabel="Saving..." />
        <Button variant={variant} disabled>
          Disabled
        </Button>
        <LinkButton to="/__design" variant={variant}>
          Link
        </LinkButton>
      </div>
    ))}
  </Group>
);

const Fields = () => {
  const [plan, setPlan] = useState(parsePlan('monthly'));
  return (
    <Group title="Fields">
      <div className={styles['grid']}>
        <TextField label="Email" type="email" hint="Your receipt goes here." placeholder="name@example.org" />
        <TextField
          label="Email with an error"
          type="email"
          defaultValue="ada"
          error="Please enter a valid email address"
        />
        <TextField label="Locked email" defaultValue="ada@example.org" readOnly />
        <PasswordField label="Password" defaultValue="correct horse" />
        <SelectField label="Division" options={DIVISIONS} />
        <SelectField label="Division with an error" options={DIVISIONS} error="Please select your debate division" />
        <TextareaField label="Message" hint="At least 10 characters." />
        <div className={styles['type']}>
          <CheckboxField label="I agree to the liability waiver" />
          <CheckboxField
            label="I agree to everything else"
            error="You must agree to the liability waiver to register."
          />
        </div>
        <PlanChoice value={plan} onChange={(event) => setPlan(parsePlan(event.target.value))} />
      </div>
    </Group>
  );
};

const Overlays = () => {
  const [open, setOpen] = useState(false);
  return (
    <Group title="Dialog and toast">
      <div className={styles['row']}>
        <Button onClick={() => setOpen(true)}>Open the dialog</Button>
        <Button onClick={() => toast({ title: 'Profile updated', description: 'Your changes are saved.' })}>
          Show a toast
        </Button>
        <Button
          onClick={() =>
            toast({ title: 'Update failed', description: 'Failed to update profile', variant: 'destructive' })
          }
        >
          Show a destructive toast
        </Button>
      </div>
      <Dialog
        open={open}
        onClose={() => setOpen(false)}
        title="Strike this topic?"
        footer={
          <>
            <Button onClick={() => setOpen(false)}>Keep it</Button>
            <Button variant="danger" onClick={() => toast({ title: 'Topic struck' })}>
              Strike it
            </Button>
          </>
        }
      >
        <p>Both sides strike one; what is left is debated. The toast of the second button appears above the dialog.</p>
      </Dialog>
    </Group>
  );
};

export const Controls = () => (
  <>
    <Buttons />
    <Fields />
    <Overlays />
  </>
);
