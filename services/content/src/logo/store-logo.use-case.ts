import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { LOGO_BYTES_MAX } from '@lectern/contracts/content/logo-model';
import { storeLogo } from '@lectern/contracts/content/logo-rpc';
import { DomainError } from '@lectern/contracts/errors';
import type { RpcInput, RpcOutput } from '@lectern/contracts/rpc';
import { Transactor } from '@lectern/service-kit/database/transaction';
import { Handles } from '@lectern/service-kit/rpc/rpc-handler.decorator';
import { Clock } from '@lectern/service-kit/time/clock';
import { UploadTurns } from '../upload-turns.ts';
import { refusedFile } from '../refused-file.ts';
import { LogoRepository } from './logo.repository.ts';

const KEPT_MS = 24 * 3_600_000;

/** Stores the pictures that staff upload for the profile, drawn again. */
@Injectable()
export class StoreLogo {
  constructor(
    private readonly transactor: Transactor,
    private readonly logos: LogoRepository,
    private readonly turns: UploadTurns,
    private readonly clock: Clock,
  ) {}

  /** Also deletes the logos that no version names and nobody used for a day. Throws `body_too_large`, `invalid_request`, `service_unavailable`. */
  @Handles(storeLogo)
  async execute({ contentBase64 }: RpcInput<typeof storeLogo>): Promise<RpcOutput<typeof storeLogo>> {
    const file = Buffer.from(contentBase64, 'base64');
    if (file.length > LOGO_BYTES_MAX) throw new DomainError('body_too_large');
    const result = await this.turns.run(async () => {
      // Loaded with the first logo, as for other pictures.
      const { drawLogo } = await import('./draw-logo.ts');
      return drawLogo(file);
    });
    if ('refusal' in result) throw refusedFile(result.refusal);
    const { png: content, width, height } = result;
    const id = createHash('sha256').update(content).digest('hex');
    const now = this.clock.now();
    await this.transactor.run(async (tx) => {
      await this.logos.removeUnused(tx, new Date(now.getTime() - KEPT_MS));
      await this.logos.add(tx, { id, content, usedAt: now });
    });
    return { id, width, height };
  }
}
