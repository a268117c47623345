import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { DomainError } from '@lectern/contracts/errors';
import type { EventPayload } from '@lectern/contracts/event';
import { emailKey as keyOf } from '@lectern/contracts/fields';
import { administratorAccessChanged, administratorsChanged, linkRequested } from '@lectern/contracts/identity/events';
import type { ActingAdmin } from '@lectern/contracts/identity/model';
import { onlyMay, roleMay } from '@lectern/contracts/identity/permission';
import type { StaffRole } from '@lectern/contracts/identity/staff-role';
import { requirePermission } from '@lectern/contracts/identity/require-permission';
import type { Transaction } from '@lectern/service-kit/database/transaction';
import { Clock } from '@lectern/service-kit/time/clock';
import { AccountTokenRepository } from '../account-token/account-token.repository.ts';
import { newAccountToken } from '../account-token/account-token.ts';
import type { Admin } from '../admin/admin.entity.ts';
import { AdminRepository, type LockedAdmin } from '../admin/admin.repository.ts';
import { AdminActionRepository } from '../admin-action/admin-action.repository.ts';
import { LINK_EMAILS_PER_HOUR, linkLimitSince } from '../link-request/link-limit.ts';
import { LinkRequestRepository } from '../link-request/link-request.repository.ts';
import { accountHolder, PasswordHasher } from '../password/password-hasher.ts';

/** The person who changes an administrator: another administrator on a page, or an operator by a command. */
export type ChangedBy = ActingAdmin | 'operator';

/** The administrator who was changed, or the reason why none was. `last`: no other owner may sign in. */
export type Changed = LockedAdmin | 'unchanged' | 'unknown' | 'last';

/**
 * The outcome of an invitation. `taken`: the administrator of this address has signed in, or is deactivated. `too_many`: three within the
 * hour.
 */
export type Invitation = 'new' | 'again' | 'taken' | 'too_many';

type Change = EventPayload<typeof administratorsChanged>['change'];
type NewAdmin = Pick<Admin, 'email' | 'name' | 'role'>;

/**
 * Changes who may administer, and as what. Changes run one after another, and an administrator who makes one must still be allowed
 * to when its turn comes: `permission_missing`. Each change is recorded, and reported to the other owners and to the person concerned, in its own transaction, so that a
 * thief of one account or of the operator's credentials is noticed.
 */
@Injectable()
export class AdministratorChanges {
  constructor(
    private readonly admins: AdminRepository,
    private readonly actions: AdminActionRepository,
    private readonly accountTokens: AccountTokenRepository,
    private readonly requests: LinkRequestRepository,
    private readonly passwords: PasswordHasher,
    private readonly clock: Clock,
  ) {}

  /** The hash of a password that nobody knows. Takes time, so it is made before the transaction. */
  unusableHash(email: string): Promise<string> {
    return this.passwords.hash(newAccountToken(), accountHolder(keyOf(email)));
  }

  /** Makes an administrator with a password, unless the address has one. Returns whether it was new. */
  async create(tx: Transaction, { email, name, role }: NewAdmin, passwordHash: string): Promise<boolean> {
    const isNew = await this.admins.addIfMissing(tx, {
      email: email.trim(),
      emailKey: keyOf(email),
      name,
      role,
      passwordHash,
      createdAt: this.clock.now(),
    });
    if (isNew) await this.note(tx, 'create_administrator', { change: 'created', about: email, role }, 'operator');
    return isNew;
  }

  /**
   * Makes an account that nobody can sign in to before its link set a password, and emails the link; or emails it again, and gives it
   * this role.
   */
  async invite(
    tx: Transaction,
    { email, name, role }: NewAdmin,
    passwordHash: string,
    by: ChangedBy,
  ): Promise<Invitation> {
    const [emailKey, now] = [keyOf(email), this.clock.now()];
    await this.requests.lockEmailsTo(tx, emailKey);
    await this.lock(tx, by);
    const isNew = await this.admins.addIfMissing(tx, {
      email: email.trim(),
      emailKey,
      name,
      role,
      passwordHash,
      createdAt: now,
    });
    const admin = await this.admins.find(tx, emailKey);
    if (admin === null || (!isNew && (admin.lastLoginAt !== null || !admin.isActive))) return 'taken';
    if (!(await this.emailLink(tx, email.trim(), 'admin_invite'))) return 'too_many';
    if (admin.role !== role) await this.admins.setRole(tx, admin.id, role);
    await this.note(tx, 'invite_administrator', { change: 'invited', about: email, role }, by);
    return isNew ? 'new' : 'again';
  }

  /** Emails a link, unless the mailbox had three of its kind within the hour. */
  async emailLink(tx: Transaction, email: string, purpose: 'admin_invite' | 'admin_reset'): Promise<boolean> {
    const [emailKey, now] = [keyOf(email), this.clock.now()];
    if ((await this.requests.emailsTo(tx, emailKey, purpose, linkLimitSince(now))) >= LINK_EMAILS_PER_HOUR)
      return false;
    const requestId = randomUUID();
    await this.requests.add(tx, {
      id: requestId,
      purpose,
      email,
      emailKey,
      userId: null,
      requestedAt: now,
      answeredAt: now,
      isEmailed: true,
    });
    await tx.publish(linkRequested, { requestId, purpose, email, firstName: null });
    return true;
  }

  /** Deactivates an administrator, which ends every session and link, or reactivates one. Idempotent. */
  async setActive(tx: Transaction, emailKey: string, isActive: boolean, by: ChangedBy): Promise<Changed> {
    const all = await this.lock(tx, by);
    const admin = all.find((each) => each.emailKey === emailKey);
    if (admin === undefined) return 'unknown';
    if (admin.isActive === isActive) return 'unchanged';
    if (!isActive && isLastOwner(admin, all)) return 'last';
    await this.admins.setActive(tx, admin.id, isActive);
    await tx.publish(administratorAccessChanged, { adminId: admin.id, role: admin.role, isActive });
    if (!isActive) await this.accountTokens.endAllOfAdmin(tx, admin.id, this.clock.now());
    const change = isActive ? 'reactivated' : 'deactivated';
    const action = isActive ? 'activate_administrator' : 'deactivate_administrator';
    await this.note(tx, action, { change, about: admin.email, role: admin.role }, by);
    return admin;
  }

  /** Gives an administrator another role. Idempotent. */
  async setRole(tx: Transaction, emailKey: string, role: StaffRole, by: ChangedBy): Promise<Changed> {
    const all = await this.lock(tx, by);
    const admin = all.find((each) => each.emailKey === emailKey);
    if (admin === undefined) return 'unknown';
    if (admin.role === role) return 'unchanged';
    if (isLastOwner(admin, all)) return 'last';
    await this.admins.setRole(tx, admin.id, role);
    await tx.publish(administratorAccessChanged, { adminId: admin.id, role, isActive: admin.isActive });
    await this.note(tx, 'change_role', { change: 'role_changed', about: admin.email, role, before: admin.role }, by);
    return admin;
  }

  /** Locks all administrators. Throws `permission_missing` for one who, by now, may not change them. */
  async lock(tx: Transaction, by: ChangedBy): Promise<LockedAdmin[]> {
    const all = await this.admins.lockAll(tx);
    if (by === 'operator') return all;
    const actor = all.find(({ id }) => id === by.adminId);
    if (actor?.isActive !== true) throw new DomainError('permission_missing', { message: onlyMay('staff:write') });
    requirePermission(actor.role, 'staff:write');
    return all;
  }

  private async note(tx: Transaction, action: string, done: Done, by: ChangedBy): Promise<void> {
    const { change, about, role, before } = done;
    const [emailKey, now] = [keyOf(about), this.clock.now()];
    const details = before === undefined ? { role } : { from: before, to: role };
    if (by === 'operator') await this.actions.addOfOperator(tx, action, emailKey, now, details);
    else
      await this.actions.add(tx, {
        adminId: by.adminId,
        action,
        details: { email: emailKey, ...details },
        origin: by.origin,
        at: now,
      });
    const active = await this.admins.allActive(tx);
    const actor = by === 'operator' ? undefined : active.find(({ id }) => id === by.adminId);
    const [changeId, at] = [randomUUID(), now.toISOString()];
    // An invited or created administrator gets the link, or a password from the operator.
    const isNotified = change !== 'invited' && change !== 'created';
    const notified = active
      .filter((each) => (keyOf(each.email) === emailKey ? isNotified : roleMay(each.role, 'staff:write')))
      .filter(({ id }) => id !== actor?.id)
      .map(({ email }) => email);
    if (change === 'deactivated') notified.push(about);
    for (const email of notified)
      await tx.publish(administratorsChanged, {
        changeId,
        email,
        change,
        role,
        about: about.trim(),
        by: actor?.name ?? null,
        at,
      });
  }
}

interface Done {
  readonly change: Change;
  /** The email address of the changed administrator. */
  readonly about: string;
  readonly role: StaffRole;
  /** The role before a change of it. */
  readonly before?: StaffRole;
}

/** An owner who never signed in may never have got the link, and is nobody to rely on. */
const isLastOwner = (admin: LockedAdmin, all: readonly LockedAdmin[]): boolean =>
  admin.role === 'owner' &&
  admin.isActive &&
  !all.some(
    ({ id, role, isActive, lastLoginAt }) => id !== admin.id && role === 'owner' && isActive && lastLoginAt !== null,
  );
