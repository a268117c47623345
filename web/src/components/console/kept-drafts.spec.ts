import { beforeEach, expect, it } from 'vitest';
import { adminSession } from '../../lib/admin-session.ts';
import { forgetPersonalDrafts, keptDrafts } from './kept-drafts.ts';

const robin = {
  id: '11111111-1111-4111-8111-111111111111',
  email: 'r@example.org',
  name: 'Robin',
  role: 'owner',
} as const;
const sam = { ...robin, id: '22222222-2222-4222-8222-222222222222', name: 'Sam' };

/** As the browser's storage: its keys are properties. */
const memory = () =>
  Object.create({
    getItem(this: Record<string, string>, key: string) {
      return this[key] ?? null;
    },
    setItem(this: Record<string, string>, key: string, value: string) {
      this[key] = value;
    },
    removeItem(this: Record<string, string>, key: string) {
      delete this[key];
    },
  }) as Storage;

const draft = { version: 1, typed: { text: 'Kept' } };
let storage = memory();
const texts = keptDrafts(
  'text',
  () => true,
  () => storage,
);
const notes = keptDrafts(
  'note',
  () => true,
  () => storage,
  { isPersonal: true },
);

beforeEach(() => {
  storage = memory();
  adminSession.start('token', robin);
});

it('keeps drafts for the administrator who typed them', () => {
  texts.keep('one', draft);
  adminSession.start('token', sam);
  expect(texts.read('one')).toBeNull();
  adminSession.start('token', robin);
  expect(texts.read('one')).toEqual(draft);
});

it('keeps nothing once nobody is logged in', () => {
  adminSession.end('expired');
  texts.keep('one', draft);
  forgetPersonalDrafts(() => storage);
  expect([texts.read('one'), Object.keys(storage)]).toEqual([null, []]);
});

it('deletes what is about others when the administrator logs out, and leaves the drafts of other administrators', () => {
  notes.keep('ada', draft);
  texts.keep('one', draft);
  adminSession.start('token', sam);
  notes.keep('ada', draft);
  forgetPersonalDrafts(() => storage);
  expect(notes.read('ada')).toBeNull();
  adminSession.start('token', robin);
  expect([notes.read('ada'), texts.read('one')]).toEqual([draft, draft]);
});
