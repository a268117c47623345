import { isTimeZone } from '@lectern/contracts/time-zone';
import { useQuery } from '@tanstack/react-query';
import { useWatch, type FieldValues, type UseFormReturn } from 'react-hook-form';
import { siteQuery } from '../../../components/site-texts/use-site-text.ts';
import { Pair } from '../../../components/ui/layout.tsx';
import { TextField } from '../../../components/ui/text-field.tsx';
import { FoundedField, NameFields, SupportEmailField } from '../../../components/profile-form/association-fields.tsx';
import { messageAt } from '../../../components/profile-form/message-at.ts';
import { ColorField } from '../../../components/profile-form/color-field.tsx';
import { FormSection } from './form-section.tsx';
import { ListField } from '../../../components/console/list-field.tsx';
import { LogoField } from './logo-field.tsx';
import { TimeZoneField } from '../../../components/profile-form/time-zone-field.tsx';
import { textsInOtherZones } from '../texts-out-of-step.ts';
import { TextsToChange } from './texts-to-change.tsx';

interface Props {
  form: UseFormReturn<FieldValues>;
}

const blankAsNull = (typed: string | null): string | null => (typed?.trim() ? typed : null);

/** Times that staff wrote in words do not follow the time zone. */
const OtherZones = ({ form }: Props) => {
  const timeZone = useWatch({ control: form.control, name: 'timeZone' }) as string;
  const { data } = useQuery(siteQuery);
  const keys = data !== undefined && isTimeZone(timeZone) ? textsInOtherZones(data, timeZone) : [];
  return <TextsToChange keys={keys} note="These texts name another time zone in their own words." />;
};

export const ProfileFields = ({ form }: Props) => (
  <>
    <p>
      Pages, emails and calendars show this, and a change is live within seconds. With another full name, other sites
      show a picture without words for a link to ours.
    </p>
    <FormSection title="Name">
      <NameFields form={form} />
      <Pair close>
        <TextField
          label="Tagline"
          autoComplete="off"
          hint="Below the name in the footer."
          error={messageAt(form, 'tagline')}
          {...form.register('tagline')}
        />
        <FoundedField form={form} />
      </Pair>
    </FormSection>
    <FormSection title="Appearance">
      <LogoField form={form} />
      <ColorField form={form} name="color" label="Color" use="Buttons and the affirmative side." />
      <ColorField form={form} name="secondColor" label="Second color" use="Links and the negative side." />
    </FormSection>
    <FormSection title="Addresses">
      <Pair close>
        <SupportEmailField form={form} />
        <TextField
          label="Billing email"
          type="email"
          autoComplete="off"
          error={messageAt(form, 'billingEmail')}
          {...form.register('billingEmail')}
        />
        <TextField
          label="Careers email"
          type="email"
          autoComplete="off"
          hint="Blank: the footer has no link to it."
          error={messageAt(form, 'careersEmail')}
          {...form.register('careersEmail', { setValueAs: blankAsNull })}
        />
      </Pair>
      <TextField
        label="Postal address"
        autoComplete="off"
        hint="On one line. Emails to lists carry it, as the law of many countries demands. Blank: none."
        error={messageAt(form, 'postalAddress')}
        {...form.register('postalAddress', { setValueAs: blankAsNull })}
      />
      <TextField
        label="Tax number"
        autoComplete="off"
        hint="Receipts show it. Blank: none."
        error={messageAt(form, 'taxNumber')}
        {...form.register('taxNumber', { setValueAs: blankAsNull })}
      />
    </FormSection>
    <FormSection title="Time zone">
      <TimeZoneField form={form} />
      <OtherZones form={form} />
    </FormSection>
    <FormSection title="Social links">
      <p>The footer links them in this order, each by the name of its site.</p>
      <ListField form={form} name="social" noun="link" max={8} blank={{ link: '' }} error={messageAt(form, 'social')}>
        {(path) => (
          <TextField
            label="Link"
            inputMode="url"
            autoComplete="off"
            spellCheck={false}
            hint="Begins with https://."
            error={messageAt(form, `${path}.link`)}
            {...form.register(`${path}.link`)}
          />
        )}
      </ListField>
    </FormSection>
  </>
);
