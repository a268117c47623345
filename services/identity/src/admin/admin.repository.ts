import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { StaffRole } from '@lectern/contracts/identity/staff-role';
import { Association } from '@lectern/service-kit/association/association';
import type { Transaction } from '@lectern/service-kit/database/transaction';
import { isNotEnded } from '../ended-session/ended-session.repository.ts';
import { Admin } from './admin.entity.ts';

export type ListedAdmin = Pick<Admin, 'id' | 'email' | 'name' | 'role' | 'isActive' | 'createdAt' | 'lastLoginAt'> & {
  readonly hasSecondFactor: boolean;
  readonly lastSeenOn: string | null;
  readonly invitedUntil: Date | null;
};

/** All administrators, locked until the transaction ends. */
export type LockedAdmin = Pick<Admin, 'id' | 'email' | 'emailKey' | 'role' | 'isActive' | 'lastLoginAt'>;

@Injectable()
export class AdminRepository {
  constructor(
    @Inject(DataSource) private readonly dataSource: DataSource,
    private readonly association: Association,
  ) {}

  async findByEmailKey(emailKey: string): Promise<Admin | null> {
    return this.dataSource.getRepository(Admin).findOneBy({ emailKey });
  }

  /** As the transaction sees it. */
  async find(tx: Transaction, emailKey: string): Promise<Admin | null> {
    return tx.manager.findOneBy(Admin, { emailKey });
  }

  async findById(id: string): Promise<Admin | null> {
    return this.dataSource.getRepository(Admin).findOneBy({ id });
  }

  /** Oldest first, with the second factor, the association’s day of the last use, and the end of an open invitation. */
  async all(now: Date): Promise<ListedAdmin[]> {
    return this.dataSource.query(
      `SELECT id, email, name, role, is_active AS "isActive", created_at AS "createdAt", last_login_at AS "lastLoginAt",
         EXISTS (SELECT FROM second_factors WHERE admin_id = admins.id AND enabled_at IS NOT NULL) AS "hasSecondFactor",
         GREATEST(
           (SELECT LEAST(max(last_seen_on), CASE WHEN max(last_seen_on) IS NOT NULL THEN ($1::timestamptz AT TIME ZONE $2)::date END)
            FROM sessions WHERE admin_id = admins.id),
           (last_login_at AT TIME ZONE $2)::date
         )::text AS "lastSeenOn",
         (SELECT max(expires_at) FROM account_tokens
          WHERE admin_id = admins.id AND purpose = 'admin_invite' AND used_at IS NULL AND expires_at > $1) AS "invitedUntil"
       FROM admins ORDER BY created_at, id`,
      [now, (await this.association.current()).timeZone],
    );
  }

  /** Those who may sign in, as the transaction sees them, oldest first. */
  async allActive(tx: Transaction): Promise<Admin[]> {
    return tx.manager.find(Admin, { where: { isActive: true }, order: { createdAt: 'ASC', id: 'ASC' } });
  }

  /** Locks every administrator: of two who change each other, the second one sees the change of the first. */
  async lockAll(tx: Transaction): Promise<LockedAdmin[]> {
    return tx.manager.query(
      `SELECT id, email, email_key AS "emailKey", role, is_active AS "isActive", last_login_at AS "lastLoginAt"
       FROM admins ORDER BY id FOR UPDATE`,
    );
  }

  /** Deactivates an administrator, which ends every session, or reactivates one. */
  async setActive(tx: Transaction, id: string, isActive: boolean): Promise<void> {
    await tx.manager.update(Admin, { id }, { isActive });
    if (!isActive) await this.endSessionsAndDevices(tx, id);
  }

  /** Sessions stay: they have the role of the present moment. */
  async setRole(tx: Transaction, id: string, role: StaffRole): Promise<void> {
    await tx.manager.update(Admin, { id }, { role });
  }

  /** Sets a password that a link let its holder choose, and ends every token. Returns the version of new ones. */
  async choosePassword(tx: Transaction, id: string, passwordHash: string): Promise<number> {
    await tx.manager.update(Admin, { id }, { passwordHash });
    return this.endSessionsAndDevices(tx, id);
  }

  /** Ends every token of an administrator, whose browsers stay known. Returns the version that new ones carry. */
  async endSessions(tx: Transaction, id: string): Promise<number> {
    return this.raiseVersion(tx, id, 'COALESCE(devices_since, session_version)');
  }

  private async endSessionsAndDevices(tx: Transaction, id: string): Promise<number> {
    return this.raiseVersion(tx, id, 'NULL');
  }

  private async raiseVersion(tx: Transaction, id: string, devicesSince: string): Promise<number> {
    const [[row]] = await tx.manager.query<[[{ session_version: number }], number]>(
      `UPDATE admins SET session_version = session_version + 1, devices_since = ${devicesSince} WHERE id = $1 RETURNING session_version`,
      [id],
    );
    return row.session_version;
  }

  /**
   * Gives an administrator another password and ends every token, unless the password was changed meanwhile. Returns the version of new
   * tokens; null if it was changed.
   */
  async changePassword(
    tx: Transaction,
    { id, passwordHash: known }: Pick<Admin, 'id' | 'passwordHash'>,
    passwordHash: string,
  ): Promise<number | null> {
    const [[row]] = await tx.manager.query<[({ session_version: number } | undefined)[], number]>(
      'UPDATE admins SET password_hash = $2, session_version = session_version + 1, devices_since = NULL WHERE id = $1 AND password_hash = $3 RETURNING session_version',
      [id, passwordHash, known],
    );
    return row?.session_version ?? null;
  }

  /**
   * The account behind a token, unless it was signed out, and whether it lacks a second factor that its role requires. One query, because
   * every request runs it.
   */
  async findSignedIn(id: string, tokenId: string): Promise<{ admin: Admin; needsSecondFactor: boolean } | null> {
    const rows = this.dataSource.getRepository(Admin).createQueryBuilder('account').where('account.id = :id', { id });
    const { entities, raw } = await rows
      .andWhere(isNotEnded(rows), { tokenId })
      .addSelect(
        `EXISTS (SELECT FROM staff_policy WHERE account.role = ANY (second_factor_roles))
         AND NOT EXISTS (SELECT FROM second_factors WHERE admin_id = account.id AND enabled_at IS NOT NULL)`,
        'needs_second_factor',
      )
      .getRawAndEntities<{ needs_second_factor: boolean }>();
    const [admin, its] = [entities[0], raw[0]];
    return admin === undefined || its === undefined ? null : { admin, needsSecondFactor: its.needs_second_factor };
  }

  async recordLogin(tx: Transaction, id: string, at: Date): Promise<void> {
    await tx.manager.update(Admin, { id }, { lastLoginAt: at });
  }

  /** Keeps a new administrator, unless the address has one. Returns whether it was new. */
  async addIfMissing(
    tx: Transaction,
    admin: Pick<Admin, 'email' | 'emailKey' | 'name' | 'role' | 'passwordHash' | 'createdAt'> &
      Partial<Pick<Admin, 'id'>>,
  ): Promise<boolean> {
    const result = await tx.manager
      .createQueryBuilder()
      .insert()
      .into(Admin)
      .values(admin)
      .orIgnore()
      .returning('id')
      .execute();
    return (result.raw as unknown[]).length > 0;
  }
}
