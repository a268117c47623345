import { keptDrafts } from '../../components/console/kept-drafts.ts';
import type { SetupFields } from './setup-steps.ts';

type Kept = Omit<SetupFields, 'code' | 'password' | 'confirmPassword'>;

const TEXTS = [
  ...(['setupId', 'name', 'fullName', 'timeZone'] as const),
  ...(['color', 'secondColor', 'yourName', 'email'] as const),
];
const drafts = keptDrafts<Kept>(
  'setup',
  (typed) => TEXTS.every((field) => typeof typed[field] === 'string'),
  () => window.localStorage,
  { isBeforeLogin: true },
);
const ID = 'first';

/** The fields of the setup that this browser keeps until it is finished: neither the code nor the password. */
export const setupDraft = {
  read: (): Kept | null => drafts.read(ID)?.typed ?? null,
  keep: ({ code: _code, password: _password, confirmPassword: _confirmed, ...typed }: SetupFields): void =>
    drafts.keep(ID, { version: 0, typed }),
  forget: (): void => drafts.forget(ID),
};
