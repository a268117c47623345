import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { TextField } from '../ui/text-field.tsx';
import { messageAt } from './message-at.ts';

interface Props {
  form: UseFormReturn<FieldValues>;
}

export const NameFields = ({ form }: Props) => (
  <>
    <TextField
      label="Name"
      autoComplete="off"
      hint="In the header, in titles and in sentences."
      error={messageAt(form, 'name')}
      {...form.register('name')}
    />
    <TextField
      label="Full name"
      autoComplete="off"
      hint="In the footer, legal texts and search engines."
      error={messageAt(form, 'fullName')}
      {...form.register('fullName')}
    />
  </>
);

export const FoundedField = ({ form }: Props) => (
  <TextField
    label="Founded"
    autoComplete="off"
    inputMode="numeric"
    hint="A year. In the footer, and where pages say since when you meet."
    error={messageAt(form, 'founded')}
    {...form.register('founded')}
  />
);

export const SupportEmailField = ({ form }: Props) => (
  <TextField
    label="Support email"
    type="email"
    inputMode="email"
    autoComplete="off"
    hint="On the pages, for questions of visitors and members. Messages of the contact form go there."
    error={messageAt(form, 'supportEmail')}
    {...form.register('supportEmail')}
  />
);
