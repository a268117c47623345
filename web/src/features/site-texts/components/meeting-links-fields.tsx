import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { TextField } from '../../../components/ui/text-field.tsx';
import { messageAt } from '../../../components/profile-form/message-at.ts';

interface Props {
  form: UseFormReturn<FieldValues>;
}

const blankAsNull = (typed: string | null): string | null => (typed?.trim() ? typed : null);

export const MeetingLinksFields = ({ form }: Props) => (
  <>
    <p>
      Only active members see these links: any holder of one can join. They are on members’ pages and in their
      calendars, and never on a page of visitors.
    </p>
    <TextField
      label="Zoom link"
      inputMode="url"
      autoComplete="off"
      spellCheck={false}
      hint="The fixed meeting of the weekly session and of office hours. Begins with https://. Blank: it is not set yet."
      error={messageAt(form, 'zoomUrl')}
      {...form.register('zoomUrl', { setValueAs: blankAsNull })}
    />
    <TextField
      label="Discord link"
      inputMode="url"
      autoComplete="off"
      spellCheck={false}
      hint="The invitation to the community. Blank: there is none."
      error={messageAt(form, 'discordUrl')}
      {...form.register('discordUrl', { setValueAs: blankAsNull })}
    />
  </>
);
