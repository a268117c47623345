import { Inject, Injectable } from '@nestjs/common';
import { DataSource, In, IsNull, MoreThan } from 'typeorm';
import type { Transaction } from '@lectern/service-kit/database/transaction';
import type { Difference } from '../stripe/difference.ts';
import { ReconciliationDifference } from './reconciliation-difference.entity.ts';
import { Reconciliation } from './reconciliation.entity.ts';

@Injectable()
export class ReconciliationRepository {
  constructor(@Inject(DataSource) private readonly dataSource: DataSource) {}

  /** The full run that is not finished, if there is one. */
  async unfinished(): Promise<Reconciliation | null> {
    return this.dataSource
      .getRepository(Reconciliation)
      .findOne({ where: { kind: 'full', finishedAt: IsNull() }, order: { startedAt: 'DESC' } });
  }

  async hasFullSince(instant: Date): Promise<boolean> {
    return this.dataSource.getRepository(Reconciliation).existsBy({ kind: 'full', startedAt: MoreThan(instant) });
  }

  async save(tx: Transaction, reconciliation: Reconciliation): Promise<void> {
    await tx.manager.save(Reconciliation, reconciliation);
  }

  async finish(tx: Transaction, id: string, at: Date): Promise<void> {
    await tx.manager.update(Reconciliation, { id }, { finishedAt: at });
  }

  /** Every customer up to this one was compared. */
  async advance(tx: Transaction, id: string, doneUntil: string): Promise<void> {
    await tx.manager.update(Reconciliation, { id }, { doneUntil });
  }

  /** Adds the differences of one customer, and counts the customer. */
  async note(tx: Transaction, id: string, customerId: string, differences: readonly Difference[]): Promise<void> {
    await tx.manager.query('UPDATE reconciliations SET checked = checked + 1, repaired = repaired + $2 WHERE id = $1', [
      id,
      differences.length > 0 ? 1 : 0,
    ]);
    if (differences.length === 0) return;
    await tx.manager.insert(
      ReconciliationDifference,
      differences.map((difference) => ({ reconciliationId: id, customerId, ...difference })),
    );
  }

  /** Counts a customer that could not be compared or adopted. */
  async noteFailure(tx: Transaction, id: string): Promise<void> {
    await tx.manager.increment(Reconciliation, { id }, 'failed', 1);
  }

  async find(id: string): Promise<(Reconciliation & { differences: ReconciliationDifference[] }) | null> {
    const run = await this.dataSource.getRepository(Reconciliation).findOneBy({ id });
    return run === null ? null : ((await this.withDifferences([run]))[0] ?? null);
  }

  /** Newest first, each with its differences. */
  async latest(limit: number): Promise<(Reconciliation & { differences: ReconciliationDifference[] })[]> {
    return this.withDifferences(
      await this.dataSource
        .getRepository(Reconciliation)
        .find({ order: { startedAt: 'DESC', id: 'DESC' }, take: limit }),
    );
  }

  private async withDifferences(
    runs: readonly Reconciliation[],
  ): Promise<(Reconciliation & { differences: ReconciliationDifference[] })[]> {
    const found =
      runs.length === 0
        ? []
        : await this.dataSource.getRepository(ReconciliationDifference).find({
            where: { reconciliationId: In(runs.map(({ id }) => id)) },
            order: { customerId: 'ASC', subject: 'ASC', field: 'ASC' },
          });
    return runs.map((run) => ({
      ...run,
      differences: found.filter(({ reconciliationId }) => reconciliationId === run.id),
    }));
  }
}
