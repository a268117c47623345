import { QUESTIONS_MAX } from '@lectern/contracts/registrations/event-setup';
import { type FieldValues, type UseFormReturn, useWatch } from 'react-hook-form';
import { ListField } from '../../../components/console/list-field.tsx';
import { messageAt } from '../../../components/profile-form/message-at.ts';
import { CheckboxField } from '../../../components/ui/checkbox-field.tsx';
import { Pair } from '../../../components/ui/layout.tsx';
import { SelectField } from '../../../components/ui/select-field.tsx';
import { TextField } from '../../../components/ui/text-field.tsx';
import { TextareaField } from '../../../components/ui/textarea-field.tsx';
import { newQuestion, type TypedSetup } from '../event-form-values.ts';
import styles from './events.module.css';

const KINDS = [
  { value: 'text', label: 'Text' },
  { value: 'choice', label: 'Choice of one answer' },
  { value: 'checkbox', label: 'Checkbox' },
] as const;

/** The questions that the entry form of a tournament asks. */
export const QuestionsFields = ({ form }: { form: UseFormReturn<FieldValues> }) => {
  const { questions } = useWatch({ control: form.control, name: 'setup' }) as TypedSetup;
  /** The error of a list of answers, or of the first wrong one in it. */
  const optionsError = (path: string, lines: readonly string[]): string | undefined =>
    messageAt(form, path) ??
    lines.map((_line, index) => messageAt(form, `${path}.${index}`)).find((message) => message !== undefined);
  return (
    <section className={styles['competitions']} aria-labelledby="questions">
      <h3 id="questions">Questions</h3>
      <p>
        The entry form asks them in this order. Staff see the answers in the list of entries, on the person’s page and
        in exports. An answered question can be reworded or hidden.
      </p>
      <ListField
        form={form}
        name="setup.questions"
        noun="question"
        max={QUESTIONS_MAX}
        blank={newQuestion()}
        error={messageAt(form, 'setup.questions')}
      >
        {(path, index) => (
          <>
            <Pair close>
              <TextField
                label="Question"
                autoComplete="off"
                error={messageAt(form, `${path}.question`) ?? messageAt(form, `${path}.id`)}
                {...form.register(`${path}.question`)}
              />
              <SelectField
                label="Answered by"
                options={KINDS}
                error={messageAt(form, `${path}.kind`)}
                {...form.register(`${path}.kind`)}
              />
            </Pair>
            {questions[index]?.kind === 'choice' && (
              <TextareaField
                label="Answers to choose from"
                rows={4}
                hint="One in a line."
                error={optionsError(`${path}.options`, questions[index].options)}
                value={questions[index].options.join('\n')}
                onChange={({ target }) =>
                  form.setValue(`${path}.options`, target.value.split('\n'), { shouldDirty: true })
                }
              />
            )}
            <CheckboxField
              label={questions[index]?.kind === 'checkbox' ? 'Has to be checked' : 'Required'}
              {...form.register(`${path}.isRequired`)}
            />
            <CheckboxField
              label="Hidden"
              hint="The entry form no longer asks it. Answers stay."
              {...form.register(`${path}.isHidden`)}
            />
          </>
        )}
      </ListField>
    </section>
  );
};
