import * as contracts from '@lectern/contracts/identity/operator-rpc';
import { roleWithArticle } from '@lectern/contracts/identity/permission';
import { STAFF_ROLES, type StaffRole, staffRole } from '@lectern/contracts/identity/staff-role';
import { type Command, UsageError } from '../command.ts';

const oneWord = { min: 1, max: 1 };

export const createAdministrator: Command = {
  name: 'create-administrator',
  usage: '<email> [--name <name>]',
  summary: 'makes an owner; asks for the password, or reads it from standard input',
  words: oneWord,
  options: { name: { type: 'string' } },
  run: async ([email = ''], { name }, { rpc, readSecret }) => {
    const input = {
      email,
      name: typeof name === 'string' ? name : 'Administrator',
      password: await readSecret(`Password of ${email}: `),
    };
    const { success, error } = contracts.createAdministrator.input.safeParse(input);
    // Reports the problems by field, and never repeats the input.
    if (!success)
      throw new UsageError(error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('\n'));
    const { isNew } = await (await rpc()).call(contracts.createAdministrator, input);
    return {
      lines: [
        isNew
          ? `${email} is an owner now, and should change the password on the site.`
          : `${email} is an administrator already. Nothing was changed.`,
      ],
      result: { email, isNew },
    };
  },
};

export const listAdministrators: Command = {
  name: 'administrators',
  usage: '',
  summary: 'lists administrators, whether they may log in and how',
  words: { min: 0, max: 0 },
  run: async (_words, _options, { rpc }) => {
    const administrators = await (await rpc()).call(contracts.listAdministrators, {});
    return {
      lines: administrators.map(
        ({ email, name, role, isActive, hasSecondFactor, lastLoginAt }) =>
          `${email}  ${name}  ${role}  ${!isActive ? 'kept out' : lastLoginAt === null ? 'invited' : 'may log in'}  ${hasSecondFactor ? 'two factors' : 'password alone'}  last login ${lastLoginAt ?? 'never'}`,
      ),
      result: administrators,
    };
  },
};

const LINK_OUTCOMES = {
  sent: (email: string) => `A link was emailed to ${email}.`,
  unknown: (email: string) => `No administrator with the address ${email} may log in. Nothing was changed.`,
  refused: (email: string) =>
    `${email} has logged in already, or had three such emails within the hour. Nothing was changed.`,
};

const emailLink = (name: string, usage: string, summary: string, purpose: 'invite' | 'reset'): Command => ({
  name,
  usage,
  summary,
  words: oneWord,
  options: { name: { type: 'string' }, ...(purpose === 'invite' ? { role: { type: 'string' } } : {}) },
  run: async ([email = ''], { name: called, role: asked = 'owner' }, { rpc }) => {
    const role = roleOf(asked);
    const input = { purpose, email, role, name: typeof called === 'string' ? called : 'Administrator' };
    const { success, error } = contracts.emailAdministratorLink.input.safeParse(input);
    if (!success)
      throw new UsageError(error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('\n'));
    const { outcome } = await (await rpc()).call(contracts.emailAdministratorLink, input);
    return { lines: [LINK_OUTCOMES[outcome](email)], result: { email, outcome }, isIncomplete: outcome !== 'sent' };
  },
});

export const inviteAdministrator = emailLink(
  'invite-administrator',
  '<email> [--name <name>] [--role <role>]',
  'emails a new administrator, an owner unless a role is given, a link to choose a password',
  'invite',
);
export const emailPasswordLink = emailLink(
  'reset-administrator-password',
  '<email>',
  'emails an administrator a link to choose a new password',
  'reset',
);

const OUTCOMES = {
  invited: (email: string) =>
    `${email} is invited again and has never logged in. Earlier links do not work: send a new one with invite-administrator.`,
  changed: (email: string, isActive: boolean) =>
    isActive ? `${email} may log in again.` : `${email} is kept out, and every session has ended.`,
  unchanged: (email: string) => `${email} was so already. Nothing was changed.`,
  unknown: (email: string) => `No administrator has the address ${email}. Nothing was changed.`,
  last: (email: string) => `${email} is the last owner who may log in. Nothing was changed.`,
};

const roleOf = (typed: unknown): StaffRole => {
  const { success, data } = staffRole.safeParse(typed);
  if (!success) throw new UsageError(`The role must be one of: ${STAFF_ROLES.join(', ')}`);
  return data;
};

export const changeRole: Command = {
  name: 'change-administrator-role',
  usage: '<email> <role>',
  summary: 'gives an administrator another role, for example when no owner is left; the last owner stays',
  words: { min: 2, max: 2 },
  run: async ([email = '', typed], _options, { rpc }) => {
    const role = roleOf(typed);
    const { outcome } = await (await rpc()).call(contracts.changeAdministratorRole, { email, role });
    return {
      lines: [outcome === 'changed' ? `${email} is ${roleWithArticle(role)} now.` : OUTCOMES[outcome](email)],
      result: { email, role, outcome },
      isIncomplete: outcome === 'unknown' || outcome === 'last',
    };
  },
};

const letIn = (name: string, summary: string, isActive: boolean): Command => ({
  name,
  usage: '<email>',
  summary,
  words: oneWord,
  run: async ([email = ''], _options, { rpc }) => {
    const { outcome } = await (await rpc()).call(contracts.setAdministratorActive, { email, isActive });
    return {
      lines: [OUTCOMES[outcome](email, isActive)],
      result: { email, outcome },
      isIncomplete: outcome === 'unknown' || outcome === 'last',
    };
  },
});

export const deactivateAdministrator = letIn(
  'deactivate-administrator',
  'keeps one out and ends their sessions; the last owner stays',
  false,
);
export const activateAdministrator = letIn('activate-administrator', 'lets one in again', true);

export const unlock: Command = {
  name: 'unlock',
  usage: '<email>',
  summary: 'lets an account log in again that waits because of failed logins',
  words: oneWord,
  run: async ([email = ''], _options, { rpc }) => {
    const { outcome } = await (await rpc()).call(contracts.unlockAccount, { email });
    const line =
      outcome === 'unlocked'
        ? `${email} may log in again: its failed logins are forgotten.`
        : `Nobody has an account with the address ${email}. Nothing was changed.`;
    return { lines: [line], result: { email, outcome }, isIncomplete: outcome === 'unknown' };
  },
};

const RESETS = {
  reset: (email: string) =>
    `The second factor of ${email} is off, and every session has ended. They log in with the password alone again.`,
  'was-off': (email: string) => `The second factor of ${email} was off already. Nothing was changed.`,
  unknown: OUTCOMES.unknown,
};

export const resetSecondFactor: Command = {
  name: 'reset-second-factor',
  usage: '<email>',
  summary: 'for an administrator who lost the app and the recovery codes',
  words: oneWord,
  run: async ([email = ''], _options, { rpc }) => {
    const { outcome } = await (await rpc()).call(contracts.resetSecondFactor, { email });
    return { lines: [RESETS[outcome](email)], result: { email, outcome }, isIncomplete: outcome === 'unknown' };
  },
};
