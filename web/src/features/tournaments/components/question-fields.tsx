import {
  answerField,
  answerOf,
  type Answers,
  askedQuestions,
  CHECKED,
} from '@lectern/contracts/registrations/event-questions';
import type { EventSetup } from '@lectern/contracts/registrations/event-setup';
import { CheckboxField } from '../../../components/ui/checkbox-field.tsx';
import { SelectField } from '../../../components/ui/select-field.tsx';
import { TextareaField } from '../../../components/ui/textarea-field.tsx';

interface Props {
  setup: EventSetup;
  answers: Answers;
  /** By the name of the field. */
  errors: Readonly<Record<string, string>>;
  onAnswer: (id: string, answer: string) => void;
}

/** The questions of a tournament. */
export const QuestionFields = ({ setup, answers, errors, onAnswer }: Props) =>
  askedQuestions(setup).map((asked) => {
    const { id, question, kind, options, isRequired } = asked;
    const name = answerField(asked);
    const wiring = { name, error: errors[name], required: isRequired };
    if (kind === 'checkbox')
      return (
        <CheckboxField
          key={id}
          label={question}
          checked={answerOf(answers, id) === CHECKED}
          onChange={({ target }) => onAnswer(id, target.checked ? CHECKED : '')}
          {...wiring}
        />
      );
    const shown = {
      label: isRequired ? question : `${question} (optional)`,
      value: answerOf(answers, id) ?? '',
      onChange: ({ target }: { target: { value: string } }) => onAnswer(id, target.value),
      ...wiring,
    };
    if (kind === 'text') return <TextareaField key={id} rows={2} {...shown} />;
    const none = { value: '', label: isRequired ? 'Choose an answer' : 'No answer' };
    return (
      <SelectField
        key={id}
        options={[none, ...options.map((option) => ({ value: option, label: option }))]}
        {...shown}
      />
    );
  });
