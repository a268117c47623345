import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { Transaction } from '@lectern/service-kit/database/transaction';
import { isNotEnded } from '../ended-session/ended-session.repository.ts';
import { Admin } from './admin.entity.ts';

export type ListedAdmin = Pick<Admin, 'id' | 'email' | 'name' | 'isActive' | 'createdAt' | 'lastLoginAt'> & {
  readonly hasSecondFactor: boolean;
};

/** The administrator who was changed, or why none was. */
export type Switched = Pick<Admin, 'id' | 'email' | 'lastLoginAt'> | 'unchanged' | 'unknown' | 'last';

@Injectable()
export class AdminRepository {
  constructor(@Inject(DataSource) private readonly dataSource: DataSource) {}

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

  /** Oldest first, with whether a second factor is asked of them. */
  async all(): Promise<ListedAdmin[]> {
    return this.dataSource.query(
      `SELECT id, email, name, is_active AS "isActive", created_at AS "createdAt", last_login_at AS "lastLoginAt",
         EXISTS (SELECT FROM second_factors WHERE admin_id = admins.id AND enabled_at IS NOT NULL) AS "hasSecondFactor"
       FROM admins ORDER BY created_at, id`,
    );
  }

  /** Those who may sign in, as the transaction sees them, oldest first. */
  async allActive(tx: Transaction): Promise<Admin[]> {
    return tx.manager.find(Admin, { where: { isActive: true }, order: { createdAt: 'ASC', id: 'ASC' } });
  }

  /** Deactivates an administrator, where somebody else is left who may sign in, and ends every session; or reactivates one. Answers who was changed. */
  async setActive(tx: Transaction, emailKey: string, isActive: boolean): Promise<Switched> {
    // Locks all administrators together: of two who deactivate each other, the second one is the last.
    const admins = await tx.manager.query<Pick<Admin, 'id' | 'isActive' | 'email' | 'emailKey' | 'lastLoginAt'>[]>(
      `SELECT id, is_active AS "isActive", email, email_key AS "emailKey", last_login_at AS "lastLoginAt"
       FROM admins ORDER BY id FOR UPDATE`,
    );
    const admin = admins.find((candidate) => candidate.emailKey === emailKey);
    if (admin === undefined) return 'unknown';
    if (admin.isActive === isActive) return 'unchanged';
    if (!isActive && !admins.some((other) => other.isActive && other.id !== admin.id)) return 'last';
    await tx.manager.update(Admin, { id: admin.id }, { isActive });
    if (!isActive) await this.endSessionsAndDevices(tx, admin.id);
    return admin;
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

  /** The account behind a token, unless it was signed out. One query, because every request runs it. */
  async findSignedIn(id: string, tokenId: string): Promise<Admin | null> {
    const rows = this.dataSource.getRepository(Admin).createQueryBuilder('account').where('account.id = :id', { id });
    return rows.andWhere(isNotEnded(rows), { tokenId }).getOne();
  }

  async recordLogin(tx: Transaction, id: string, at: Date): Promise<void> {
    await tx.manager.update(Admin, { id }, { lastLoginAt: at });
  }

  /** Keeps a new administrator, unless the address has one. Returns whether it was new. */
  async addIfMissing(
    tx: Transaction,
    admin: Pick<Admin, 'email' | 'emailKey' | 'name' | 'role' | 'passwordHash' | 'createdAt'>,
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
