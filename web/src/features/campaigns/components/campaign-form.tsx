import { campaignForm } from '@lectern/contracts/messaging/campaign-http';
import { type UseFormReturn, useForm } from 'react-hook-form';
import { MarkdownField } from '../../../components/console/markdown-field.tsx';
import { CheckboxField } from '../../../components/ui/checkbox-field.tsx';
import { Pair, Stack } from '../../../components/ui/layout.tsx';
import { SelectField } from '../../../components/ui/select-field.tsx';
import { TextField } from '../../../components/ui/text-field.tsx';
import { cx } from '../../../lib/cx.ts';
import { contractResolver } from '../../../lib/form.ts';
import { CAMPAIGN_FIELDS, type CampaignTyped } from '../campaign-draft.ts';
import { AUDIENCE_OPTIONS } from '../campaign-view.ts';
import styles from './campaign.module.css';

export type CampaignFormState = UseFormReturn<CampaignTyped, unknown, CampaignTyped>;

/** A form that is validated by the server's schema, with its messages. */
export const useCampaignForm = (defaultValues: CampaignTyped): CampaignFormState =>
  useForm<CampaignTyped, unknown, CampaignTyped>({ resolver: contractResolver(campaignForm) as never, defaultValues });

interface Props {
  form: CampaignFormState;
  /** Whether the text field fits beside the other fields. */
  isWide?: boolean;
}

/** The fields of a campaign's form. */
export const CampaignFields = ({ form, isWide = false }: Props) => {
  const { register, formState } = form;
  const { errors } = formState;
  const names = (
    <>
      <TextField
        label={CAMPAIGN_FIELDS.name}
        autoComplete="off"
        hint="Only administrators see it. Readers see the subject."
        error={errors.name?.message}
        {...register('name')}
      />
      <SelectField
        label={CAMPAIGN_FIELDS.targetAudience}
        options={AUDIENCE_OPTIONS}
        error={errors.targetAudience?.message}
        {...register('targetAudience')}
      />
    </>
  );
  return (
    <Stack gap={4} className={cx(isWide && styles['beside'])}>
      <Stack gap={4}>
        {isWide ? names : <Pair close>{names}</Pair>}
        <TextField
          label={CAMPAIGN_FIELDS.subject}
          autoComplete="off"
          error={errors.subject?.message}
          {...register('subject')}
        />
        <CheckboxField
          label={CAMPAIGN_FIELDS.isPublic}
          hint="Everyone can read it then on the site’s Newsletters page, without the names of recipients."
          error={errors.isPublic?.message}
          {...register('isPublic')}
        />
      </Stack>
      <MarkdownField
        label={CAMPAIGN_FIELDS.content}
        rows={isWide ? 13 : 20}
        hint={
          <>
            The buttons set marks of Markdown around what is selected. The address of a link begins with https://.
            <br />
            Hello {'{{firstName|friend}}'}, – a greeting: “Hello Sam,”, or “Hello friend,” for a reader whose name we do
            not know. Without “|friend” that reader gets “Hello ,”.
            <br />
            We know the names of members with a confirmed email and of people that staff added to the debate club. Plain
            HTML works too.
          </>
        }
        error={errors.content?.message}
        {...register('content')}
      />
    </Stack>
  );
};
