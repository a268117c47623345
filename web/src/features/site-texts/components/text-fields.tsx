import type { SiteTextKey } from '@lectern/contracts/content/site-text';
import type { ComponentType } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { CheckboxField } from '../../../components/ui/checkbox-field.tsx';
import { Pair } from '../../../components/ui/layout.tsx';
import { TextField } from '../../../components/ui/text-field.tsx';
import { TextareaField } from '../../../components/ui/textarea-field.tsx';
import { ListField } from './list-field.tsx';

interface Props {
  form: UseFormReturn<FieldValues>;
}

const messageAt = ({ getFieldState, formState }: Props['form'], path: string): string | undefined =>
  getFieldState(path, formState).error?.message;

const QuestionsField = ({ form, name }: Props & { name: string }) => (
  <ListField
    form={form}
    name={name}
    noun="question"
    max={30}
    blank={{ question: '', answer: '' }}
    error={messageAt(form, name)}
  >
    {(path) => (
      <>
        <TextField
          label="Question"
          autoComplete="off"
          error={messageAt(form, `${path}.question`)}
          {...form.register(`${path}.question`)}
        />
        <TextareaField
          label="Answer"
          rows={3}
          error={messageAt(form, `${path}.answer`)}
          {...form.register(`${path}.answer`)}
        />
      </>
    )}
  </ListField>
);

const Questions = ({ form }: Props) => <QuestionsField form={form} name="questions" />;

const QuestionTopicsFields = ({ form }: Props) => (
  <ListField
    form={form}
    name="topics"
    noun="heading"
    max={12}
    blank={{ name: '', questions: [{ question: '', answer: '' }] }}
    error={messageAt(form, 'topics')}
  >
    {(path) => (
      <>
        <TextField
          label="Heading"
          autoComplete="off"
          error={messageAt(form, `${path}.name`)}
          {...form.register(`${path}.name`)}
        />
        <QuestionsField form={form} name={`${path}.questions`} />
      </>
    )}
  </ListField>
);

const TeamFields = ({ form }: Props) => (
  <>
    <CheckboxField
      label="These people are samples"
      hint="The page then says that the names are placeholders."
      {...form.register('isSample')}
    />
    <ListField
      form={form}
      name="people"
      noun="person"
      max={40}
      blank={{ name: '', role: '', text: '' }}
      error={messageAt(form, 'people')}
    >
      {(path, index) => (
        <>
          <Pair close>
            <TextField
              label="Name"
              autoComplete="off"
              hint={index === 0 ? 'The first person is shown larger.' : undefined}
              error={messageAt(form, `${path}.name`)}
              {...form.register(`${path}.name`)}
            />
            <TextField
              label="Role"
              autoComplete="off"
              error={messageAt(form, `${path}.role`)}
              {...form.register(`${path}.role`)}
            />
          </Pair>
          <TextareaField
            label="About"
            rows={2}
            error={messageAt(form, `${path}.text`)}
            {...form.register(`${path}.text`)}
          />
        </>
      )}
    </ListField>
  </>
);

/** The form of each text. */
export const TEXT_FIELDS: Record<SiteTextKey, ComponentType<Props>> = {
  homeQuestions: Questions,
  clubQuestions: Questions,
  contactQuestions: QuestionTopicsFields,
  team: TeamFields,
};
