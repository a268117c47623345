import { Inject, Injectable } from '@nestjs/common';
import { DataSource, IsNull, LessThan, Not } from 'typeorm';
import type { Transaction } from '@lectern/service-kit/database/transaction';
import { RecoveryCode } from './recovery-code.entity.ts';
import { SecondFactor } from './second-factor.entity.ts';

/** A person's secret as stored: identifies the version that is meant, where it may have been replaced meanwhile. */
export type KeptSecret = Pick<SecondFactor, 'adminId' | 'sealedSecret'>;

@Injectable()
export class SecondFactorRepository {
  constructor(@Inject(DataSource) private readonly dataSource: DataSource) {}

  async find(adminId: string): Promise<SecondFactor | null> {
    return this.dataSource.getRepository(SecondFactor).findOneBy({ adminId });
  }

  /** Of every administrator, enabled or not. */
  async all(): Promise<KeptSecret[]> {
    return this.dataSource.getRepository(SecondFactor).find({ select: { adminId: true, sealedSecret: true } });
  }

  /** Stores the same secret, resealed. Returns false where another secret was stored meanwhile. */
  async replaceSecret(
    tx: Transaction,
    { adminId, sealedSecret: known }: KeptSecret,
    sealedSecret: string,
  ): Promise<boolean> {
    const replaced = await tx.manager.update(SecondFactor, { adminId, sealedSecret: known }, { sealedSecret });
    return replaced.affected === 1;
  }

  async countRecoveryCodes(adminId: string): Promise<number> {
    return this.dataSource.getRepository(RecoveryCode).countBy({ adminId });
  }

  /** Keeps a new secret, in place of one that was never enabled. Returns false where the factor is on. */
  async start(tx: Transaction, { adminId, sealedSecret }: KeptSecret, startedAt: Date): Promise<boolean> {
    const rows = await tx.manager.query<unknown[]>(
      `INSERT INTO second_factors (admin_id, sealed_secret, started_at) VALUES ($1, $2, $3)
       ON CONFLICT (admin_id) DO UPDATE SET sealed_secret = EXCLUDED.sealed_secret, started_at = EXCLUDED.started_at
       WHERE second_factors.enabled_at IS NULL
       RETURNING 1`,
      [adminId, sealedSecret, startedAt],
    );
    return rows.length === 1;
  }

  /** Turns it on with the step of the code that was typed. Of any number at the same moment one answers true. */
  async enable(
    tx: Transaction,
    { adminId, sealedSecret }: KeptSecret,
    step: number,
    enabledAt: Date,
  ): Promise<boolean> {
    const enabled = await tx.manager.update(
      SecondFactor,
      { adminId, sealedSecret, enabledAt: IsNull() },
      { enabledAt, lastStep: step },
    );
    return enabled.affected === 1;
  }

  /**
   * Uses a step up, and with it every earlier one. Decided in one statement, so that of any number of simultaneous uses of a code
   * one answers true.
   */
  async useStep(tx: Transaction, { adminId, sealedSecret }: KeptSecret, step: number): Promise<boolean> {
    const used = await tx.manager.update(
      SecondFactor,
      { adminId, sealedSecret, enabledAt: Not(IsNull()), lastStep: LessThan(step) },
      { lastStep: step },
    );
    return used.affected === 1;
  }

  /** Uses a recovery code up. Of any number of simultaneous uses one answers true. */
  async useRecoveryCode(tx: Transaction, adminId: string, codeHash: string): Promise<boolean> {
    const used = await tx.manager.delete(RecoveryCode, { adminId, codeHash });
    return used.affected === 1;
  }

  /** These recovery codes and no others. */
  async replaceRecoveryCodes(tx: Transaction, adminId: string, codeHashes: readonly string[]): Promise<void> {
    await tx.manager.delete(RecoveryCode, { adminId });
    await tx.manager.insert(
      RecoveryCode,
      codeHashes.map((codeHash) => ({ adminId, codeHash })),
    );
  }

  /** Whether it is on, and stays so until the transaction ends. */
  async holdOn(tx: Transaction, adminId: string): Promise<boolean> {
    return (
      (await tx.manager.findOne(SecondFactor, {
        where: { adminId, enabledAt: Not(IsNull()) },
        lock: { mode: 'pessimistic_read' },
      })) !== null
    );
  }

  /** Turns it off and forgets the secret, the recovery codes and the passkeys. Returns false where it was off. */
  async remove(tx: Transaction, adminId: string): Promise<boolean> {
    const removed = await tx.manager.delete(SecondFactor, { adminId, enabledAt: Not(IsNull()) });
    return removed.affected === 1;
  }
}
