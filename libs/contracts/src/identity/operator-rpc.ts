import * as z from 'zod/mini';
import { email, newAdminPassword, requiredLine, uuid } from '../fields.ts';
import { forgettingVersions, republishing } from '../republish.ts';
import { operatorRpc } from '../rpc.ts';
import { administrator } from './administrator.ts';
import { staffRole } from './staff-role.ts';

/*
 * Requests of the operator's commands (docs/operations.md, "Commands"). No route leads here, and the services refuse
 * these requests from any other process.
 */

/**
 * Creates an owner unless the email address has an administrator, and says which; an existing one keeps name, role and
 * password.
 * `password_common`.
 */
export const createAdministrator = operatorRpc({
  name: 'identity.create-administrator.v1',
  input: z.object({ email: email(), name: requiredLine('A name is required'), password: newAdminPassword() }),
  output: z.object({ isNew: z.boolean() }),
});

export const listAdministrators = operatorRpc({
  name: 'identity.list-administrators.v1',
  input: z.object({}),
  output: z.array(administrator),
});

/**
 * Activates or deactivates an administrator; deactivation ends every session. Refused for the last owner who may log in
 * (`last`). `invited` where one is active again who has never logged in. Idempotent.
 */
export const setAdministratorActive = operatorRpc({
  name: 'identity.set-administrator-active.v1',
  input: z.object({ email: z.string(), isActive: z.boolean() }),
  output: z.object({ outcome: z.enum(['changed', 'invited', 'unchanged', 'unknown', 'last']) }),
});

/**
 * Gives an administrator another role. Refused for the last owner who may log in (`last`). An owner who is deactivated
 * stays so. Idempotent.
 */
export const changeAdministratorRole = operatorRpc({
  name: 'identity.change-administrator-role.v1',
  input: z.object({ email: z.string(), role: staffRole }),
  output: z.object({ outcome: z.enum(['changed', 'unchanged', 'unknown', 'last']) }),
});

/**
 * Emails a link with which an administrator chooses a password: an `invite` creates the account where there is none, a
 * `reset` requires one. `role`: of an invitation. `unknown` where a reset finds none; `refused` beyond three such emails an hour, and for an
 * invitation of an administrator who has signed in.
 */
export const emailAdministratorLink = operatorRpc({
  name: 'identity.email-administrator-link.v1',
  input: z.object({
    purpose: z.enum(['invite', 'reset']),
    email: email(),
    name: requiredLine('A name is required'),
    role: z._default(staffRole, 'owner'),
  }),
  output: z.object({ outcome: z.enum(['sent', 'unknown', 'refused']) }),
});

/** Turns an administrator's second factor off and ends every session; `unknown` where the address has no administrator. Idempotent. */
export const resetSecondFactor = operatorRpc({
  name: 'identity.reset-second-factor.v1',
  input: z.object({ email: z.string() }),
  output: z.object({ outcome: z.enum(['reset', 'was-off', 'unknown']) }),
});

/**
 * Clears the failed sign-ins of an email address's accounts, a member's and an administrator's, from every network;
 * `unknown` where it has none. Idempotent.
 */
export const unlockAccount = operatorRpc({
  name: 'identity.unlock-account.v1',
  input: z.object({ email: z.string() }),
  output: z.object({ outcome: z.enum(['unlocked', 'unknown']) }),
});

/** Accounts by id, after `after`, from identity's tables. */
export const listAccounts = operatorRpc({
  name: 'identity.list-accounts.v1',
  input: z.object({ after: z.nullable(uuid()), limit: z.number() }),
  output: z.array(
    z.object({
      userId: uuid(),
      email: z.string(),
      isActive: z.boolean(),
      isVerified: z.boolean(),
      isDeactivated: z.boolean(),
    }),
  ),
});

/**
 * The accounts to which these customers were granted, and whether a verified account has the mailbox of a waiting
 * claim. Omits customers that identity does not know.
 */
export const describeClaims = operatorRpc({
  name: 'identity.describe-claims.v1',
  input: z.object({ customerIds: z.array(z.string()) }),
  output: z.array(z.object({ customerId: z.string(), userId: z.nullable(uuid()), hasHolder: z.boolean() })),
});

/** See {@link forgettingVersions}. */
export const forgetVersions = operatorRpc({ name: 'identity.forget-versions.v1', ...forgettingVersions });

/** Publishes the current state of accounts again. */
export const republishAccounts = operatorRpc({ name: 'identity.republish-accounts.v1', ...republishing });

/**
 * At most 1,000 claims of two kinds: `unverified`: an account has the claim of a mailbox that it never verified, and
 * did not show the payment itself; `waiting`: an entry or registration still waits although an account has verified its
 * mailbox. `email` is the account's.
 */
export const listWrongClaims = operatorRpc({
  name: 'identity.list-wrong-claims.v1',
  input: z.object({}),
  output: z.array(
    z.object({
      email: z.string(),
      kind: z.enum(['customer', 'tournament_entry', 'bootcamp_registration', 'debate_club_registration']),
      subjectId: z.string(),
      state: z.enum(['unverified', 'waiting']),
    }),
  ),
});
