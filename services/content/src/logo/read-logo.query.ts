import { Injectable } from '@nestjs/common';
import { readLogo } from '@lectern/contracts/content/logo-rpc';
import { DomainError } from '@lectern/contracts/errors';
import type { RpcInput, RpcOutput } from '@lectern/contracts/rpc';
import { Handles } from '@lectern/service-kit/rpc/rpc-handler.decorator';
import { LogoRepository } from './logo.repository.ts';

@Injectable()
export class ReadLogo {
  constructor(private readonly logos: LogoRepository) {}

  /** Throws `not_found`. */
  @Handles(readLogo)
  async execute({ id }: RpcInput<typeof readLogo>): Promise<RpcOutput<typeof readLogo>> {
    const content = await this.logos.content(id);
    if (content === null) throw new DomainError('not_found');
    return { contentBase64: content.toString('base64') };
  }
}
