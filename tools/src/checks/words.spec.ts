import { describe, expect, it } from 'vitest';
import { WORD_EXCEPTIONS, WORD_RULES, wordFindings } from './words.ts';

const found = (line: string, file = 'services/billing/src/a.ts'): string[] =>
  wordFindings(file, line).map(({ rule }) => rule.name);

/** A violation of each rule, and the same thing in the words of the project. */
const PLANTED: Readonly<Record<string, readonly [refused: string, accepted: string]>> = {
  letter: ['const accountLetters = 1;', 'const accountEmails = 1; // without letter case'],
  fact: ['class FactListener {}', '// In fact, no event is lost.'],
  tell: ['await outbox.tellTwice(event);', 'Tell us what you want to argue.'],
  hear: ['// The payment is not heard of yet.', 'How did you hear about us?'],
  deed: ["name: 'admin-deed'", "name: 'admin-action'"],
  'at once': ['// Ends every session at once.', '// Ends every session immediately.'],
  whoever: ['// Given to whoever asks first.', '// Given to the first caller.'],
  'who as a subject': ['// Who has paid keeps it.', '// Who may see it? The holder.'],
  'who as a noun': ['// It goes to who pays.', '// It goes to the person who pays.'],
  'what as a subject': ['/** What a member paid. */', "question: 'What does it cost?'"],
  'somebody who': ['// An entry of somebody who left.', '// An entry of a person who left.'],
  'nobody’s': ['// It is nobody’s.', '// Nobody owns it.'],
  'many a': ['// Many a request fails.', '// Many requests fail.'],
  standing: ['const standingOf = 1;', 'const outstandingAmount = 1;'],
  figures: ['GET /api/admin/figures', 'GET /api/admin/analytics'],
  'waiting list': ["path: 'waiting-list'", "path: 'waitlist'"],
  'held answers': ['class HeldAnswers {}', 'class ResponseCache {}'],
  'written ahead': ['// Pages are written ahead.', '// Pages are prerendered.'],
  'living page': ['const livingPages = 1;', 'const renderedPages = 1;'],
  double: ['const sendgridDouble = 1;', 'const sendgridEmulator = 1; // doubles each pause'],
  moves: ['const EMAIL_STATUS_MOVES = 1;', 'const EMAIL_TRANSITIONS = 1;'],
  books: ['// Our books differ.', 'competition-handbook.pdf'],
  desk: ["styles['desk']", "styles['editor']"],
  'take back': ['// A change can be taken back.', '// A change can be reverted.'],
  'put right': ['// The job puts right what differs.', '// The job repairs what differs.'],
  anew: ['// It begins anew.', '// It begins again.'],
  'by hand': ['const addedByHand = 1;', 'const addedManually = 1;'],
  look: ['// At the next look it is gone.', '// At the next check it is gone.'],
  'british spelling': ['const anonymisedCopy = licenceOf(1);', 'const anonymizedCopy = licenseOf(1);'],
  'bootcamp place': ['reserveBootcampPlace()', 'reserveBootcampSeat()'],
};

describe('the refused words', () => {
  it('have a planted violation each', () => {
    expect(Object.keys(PLANTED)).toEqual(WORD_RULES.map(({ name }) => name));
  });

  it.each(Object.entries(PLANTED))(
    'finds "%s" in code and prose, and accepts the word to use',
    (name, [refused, accepted]) => {
      expect(found(refused)).toContain(name);
      expect(found(accepted)).not.toContain(name);
    },
  );

  it.each([
    ['camelCase', 'const openLetters = 1;'],
    ['PascalCase', 'class LetterTemplate {}'],
    ['capitals', 'const LETTER_LIMIT = 1;'],
    ['snake_case', 'SELECT letter_id FROM emails'],
    ['kebab-case', "queue: 'deliver-letters'"],
    ['an acronym', 'const HTMLLetter = 1;'],
  ])('are found in %s', (_style, line) => {
    expect(found(line)).toEqual(['letter']);
  });

  it('are found in the names of files, and with the number of their line', () => {
    expect(wordFindings('services/messaging/src/letter/send.ts', 'one\nthe letters').map(({ line }) => line)).toEqual([
      0, 2,
    ]);
  });

  it('stay where an exception says why, and only there', () => {
    expect(found('What the judges write', 'editorial/blog/ballots.md')).toEqual([]);
    expect(WORD_EXCEPTIONS.every(({ because }) => because.length > 5)).toBe(true);
  });
});
