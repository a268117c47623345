import type { FieldErrors } from '../errors.ts';
import { VISIBLE } from '../fields.ts';
import type { EventSetup, Question } from './event-setup.ts';

/*
 * The answers to the questions of a tournament's set-up. The entry form checks them beforehand; registrations checks them under the
 * lock of the tournament.
 */

/** Of an answer, in characters. */
export const ANSWER_MAX = 1_000;
/** The answer to a checkbox that is checked. One that is not has none. */
export const CHECKED = 'Yes';

/** By the id of their question. The answer to a choice is the words of its option, so that a renamed option leaves it readable. */
export type Answers = Readonly<Record<string, string>>;

type Asking = Pick<EventSetup, 'questions'>;

/** The questions of the entry form, in its order. */
export const askedQuestions = ({ questions = [] }: Asking): readonly Question[] =>
  questions.filter(({ isHidden }) => !isHidden);

/** The path of an answer in the form, by which its error is named. */
export const answerField = ({ id }: Pick<Question, 'id'>): `answers.${string}` => `answers.${id}`;

/** The answer to a question; undefined without one, also where the id is a property of every object. */
export const answerOf = (answers: Answers, id: string): string | undefined =>
  Object.hasOwn(answers, id) ? answers[id] : undefined;

const problemOf = ({ question, kind, options, isRequired }: Question, answer: string | undefined): string | null => {
  if (answer === undefined) {
    if (!isRequired) return null;
    return kind === 'checkbox' ? `Please check “${question}”.` : `Please answer “${question}”.`;
  }
  if (kind === 'checkbox' && answer !== CHECKED) return `“${question}” can only be checked or not.`;
  if (kind === 'choice' && !options.includes(answer)) return `Please choose one of the answers to “${question}”.`;
  return answer.length > ANSWER_MAX
    ? `The answer to “${question}” must be ${ANSWER_MAX.toLocaleString('en')} characters or less.`
    : null;
};

/**
 * Reads the answers of an entry form: those to store, trimmed and without blank ones, and the problem of each wrong one by its
 * field (`answers.shirt`). Answers to questions that are not asked are left out.
 */
export const readAnswers = (
  setup: Asking,
  typed: Answers = {},
): { readonly answers: Answers; readonly wrong: FieldErrors } => {
  const asked = askedQuestions(setup);
  const answers = Object.fromEntries(
    asked.flatMap(({ id }) => {
      const answer = answerOf(typed, id)?.trim() ?? '';
      return answer !== '' && VISIBLE.test(answer) ? [[id, answer] as const] : [];
    }),
  );
  const wrong = asked.flatMap((question) => {
    const problem = problemOf(question, answerOf(answers, question.id));
    return problem === null ? [] : [[answerField(question), problem] as const];
  });
  return { answers, wrong: Object.fromEntries(wrong) };
};
