import { ADMIN_PASSWORD_HINT } from '@lectern/contracts/identity/password-form';
import type { ReactNode } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { DescribedChoice } from '../../../components/console/described-choice.tsx';
import { FoundedField, NameFields, SupportEmailField } from '../../../components/profile-form/association-fields.tsx';
import { ColorField } from '../../../components/profile-form/color-field.tsx';
import { messageAt } from '../../../components/profile-form/message-at.ts';
import { ProfilePreview } from '../../../components/profile-form/profile-preview.tsx';
import { TimeZoneField } from '../../../components/profile-form/time-zone-field.tsx';
import { Button } from '../../../components/ui/button.tsx';
import { Stack } from '../../../components/ui/layout.tsx';
import { PasswordField } from '../../../components/ui/password-field.tsx';
import { TextField } from '../../../components/ui/text-field.tsx';
import { useAssociation } from '../../../lib/association.ts';
import { STEPS, type SetupFields, type SetupStep } from '../setup-steps.ts';
import styles from './setup-assistant.module.css';

interface Props {
  form: UseFormReturn<FieldValues>;
  typed: SetupFields;
  onEdit: (step: number) => void;
}

const Code = ({ form }: Props) => (
  <>
    <p>
      The code shows that this site is yours. It is in the log of the identity service, from its first start. The
      operator of the system can make another one with the command <code>operate setup-code</code>.
    </p>
    <TextField
      label="Setup code"
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      placeholder="xxxx-xxxx-xxxx-xxxx"
      error={messageAt(form, 'code')}
      {...form.register('code')}
    />
  </>
);

const Association = ({ form }: Props) => (
  <>
    <NameFields form={form} />
    <FoundedField form={form} />
    <SupportEmailField form={form} />
    <TimeZoneField form={form} />
  </>
);

const Colors = ({ form, typed }: Props) => {
  const shown = useAssociation();
  return (
    <div className={styles['colors']}>
      <Stack gap={5}>
        <ColorField form={form} name="color" label="Color" use="Buttons and the affirmative side." />
        <ColorField form={form} name="secondColor" label="Second color" use="Links and the negative side." />
      </Stack>
      <section aria-label="Preview">
        <ProfilePreview
          {...{ ...shown, ...typed }}
          social={[...shown.social]}
          postalAddress={null}
          taxNumber={null}
          logo={null}
        />
      </section>
    </div>
  );
};

const Administrator = ({ form }: Props) => (
  <>
    <p>An owner, who may do everything and invites the others.</p>
    <TextField
      label="Your name"
      autoComplete="name"
      error={messageAt(form, 'yourName')}
      {...form.register('yourName')}
    />
    <TextField
      label="Email"
      type="email"
      inputMode="email"
      autoComplete="username"
      error={messageAt(form, 'email')}
      {...form.register('email')}
    />
    <PasswordField
      label="Password"
      autoComplete="new-password"
      hint={messageAt(form, 'password') === undefined ? ADMIN_PASSWORD_HINT : undefined}
      error={messageAt(form, 'password')}
      {...form.register('password')}
    />
    <PasswordField
      label="Confirm password"
      autoComplete="new-password"
      error={messageAt(form, 'confirmPassword')}
      {...form.register('confirmPassword')}
    />
  </>
);

const CHOICES = {
  sample: {
    name: 'Sample content',
    text: 'Articles, testimonials, a team, announcements and the events of a season, to look around and to write over.',
  },
  empty: {
    name: 'An empty site',
    text: 'None of them, and no numbers, story, chat hours or links of the sample association. Questions and answers, the curriculum, practice topics and documents are there either way, because pages refer to them. You change them in the console; the documents name the sample association until you replace them.',
  },
} as const;

const Content = ({ form }: Props) => (
  <DescribedChoice
    legend="Start with"
    choices={Object.entries(CHOICES).map(([value, words]) => ({ value, ...words }))}
    error={messageAt(form, 'startWith')}
    {...form.register('startWith')}
  />
);

const Summary = ({ typed, onEdit }: Props) => {
  const rows: readonly (readonly [step: SetupStep, label: string, value: string])[] = [
    ['association', 'Name', typed.name],
    ['association', 'Full name', typed.fullName],
    ['association', 'Founded', typed.founded],
    ['association', 'Support email', typed.supportEmail],
    ['association', 'Time zone', typed.timeZone],
    ['colors', 'Colors', `${typed.color}, ${typed.secondColor}`],
    ['administrator', 'First administrator', `${typed.yourName}, ${typed.email}`],
    ['content', 'Start with', typed.startWith === null ? '' : CHOICES[typed.startWith].name],
  ];
  return (
    <>
      <dl className={styles['summary']}>
        {rows.map(([step, label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
            <dd>
              <Button
                size="small"
                aria-label={`Change ${label.toLowerCase()}`}
                onClick={() => onEdit(STEPS.findIndex((each) => each.step === step))}
              >
                Change
              </Button>
            </dd>
          </div>
        ))}
      </dl>
      <p>You can change all of it in the console later, except the choice of content.</p>
    </>
  );
};

const FIELDS: Record<SetupStep, (props: Props) => ReactNode> = {
  code: Code,
  association: Association,
  colors: Colors,
  administrator: Administrator,
  content: Content,
  summary: Summary,
};

/** The fields of a step. */
export const StepFields = ({ step, ...props }: Props & { step: SetupStep }) => {
  const Fields = FIELDS[step];
  return <Fields {...props} />;
};
