import { describe, expect, it } from 'vitest';
import { askedQuestions, readAnswers } from './event-questions.ts';
import type { Question } from './event-setup.ts';

const question = (id: string, typed: Partial<Question> = {}): Question => ({
  id,
  question: id.toUpperCase(),
  kind: 'text',
  options: [],
  isRequired: false,
  isHidden: false,
  ...typed,
});
const setup = {
  questions: [
    question('school', { isRequired: true }),
    question('shirt', { kind: 'choice', options: ['S', 'M'] }),
    question('size', { kind: 'choice', options: ['Small', 'Large'], isRequired: true, isHidden: true }),
    question('adult', { kind: 'checkbox', isRequired: true }),
    question('lunch', { kind: 'checkbox' }),
  ],
};

describe('the answers to the questions of a tournament', () => {
  it('are trimmed, without blank ones and those to questions that are not asked', () => {
    expect(askedQuestions(setup).map(({ id }) => id)).toEqual(['school', 'shirt', 'adult', 'lunch']);
    const typed = { school: ' Yale ', shirt: 'M', size: 'Small', adult: 'Yes', lunch: '', other: 'x' };
    expect(readAnswers(setup, typed)).toEqual({ answers: { school: 'Yale', shirt: 'M', adult: 'Yes' }, wrong: {} });
  });

  it('are missing where nobody answered, whatever the question is called', () => {
    const odd = { questions: [question('constructor', { isRequired: true })] };
    expect(readAnswers(odd)).toEqual({
      answers: {},
      wrong: { 'answers.constructor': 'Please answer “CONSTRUCTOR”.' },
    });
    expect(readAnswers(odd, { constructor: 'Me' })).toEqual({ answers: { constructor: 'Me' }, wrong: {} });
  });

  it('are refused with the words of the question, at its field', () => {
    expect(readAnswers(setup).wrong).toEqual({
      'answers.school': 'Please answer “SCHOOL”.',
      'answers.adult': 'Please check “ADULT”.',
    });
    expect(readAnswers(setup, { school: 'a'.repeat(1_001), shirt: 'XL', adult: 'No', lunch: 'on' }).wrong).toEqual({
      'answers.school': 'The answer to “SCHOOL” must be 1,000 characters or less.',
      'answers.shirt': 'Please choose one of the answers to “SHIRT”.',
      'answers.adult': '“ADULT” can only be checked or not.',
      'answers.lunch': '“LUNCH” can only be checked or not.',
    });
    // Characters that nobody sees are no answer.
    expect(readAnswers(setup, { school: '\u200b\u2800', adult: 'Yes' }).wrong).toEqual({
      'answers.school': 'Please answer “SCHOOL”.',
    });
  });

  it('are none where nothing is asked', () => {
    expect(readAnswers({}, { school: 'Yale' })).toEqual({ answers: {}, wrong: {} });
    expect(readAnswers({ questions: [question('constructor')] }, {})).toEqual({ answers: {}, wrong: {} });
  });
});
