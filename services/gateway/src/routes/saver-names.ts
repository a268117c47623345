import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from '@lectern/service-kit/logging/logger';
import { LOGGER } from '@lectern/service-kit/logging/tokens';
import { RpcClient } from '@lectern/service-kit/rpc/rpc-client';
import { administratorNames } from './administrator-names.ts';

interface Saved {
  readonly savedBy: string | null;
}
type Named<T extends Saved> = T extends Saved
  ? Omit<T, 'savedBy'> & { savedBy: { id: string; name: string | null } | null }
  : never;

/** Adds the names of the administrators who saved something: content knows their ids, and identity their names. */
@Injectable()
export class SaverNames {
  constructor(
    private readonly rpc: RpcClient,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async of<T extends Saved>(saved: T): Promise<Named<T>> {
    return (await this.ofAll([saved]))[0]!;
  }

  async ofAll<T extends Saved>(saved: readonly T[]): Promise<Named<T>[]> {
    const names = saved.some(({ savedBy }) => savedBy !== null)
      ? await administratorNames(this.rpc, this.logger)
      : new Map<string, string>();
    return saved.map(
      (each) =>
        ({
          ...each,
          savedBy: each.savedBy === null ? null : { id: each.savedBy, name: names.get(each.savedBy) ?? null },
        }) as unknown as Named<T>,
    );
  }
}
