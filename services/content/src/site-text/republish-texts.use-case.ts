import { Injectable } from '@nestjs/common';
import { republishTexts } from '@lectern/contracts/content/operator-rpc';
import type { RpcOutput } from '@lectern/contracts/rpc';
import { Transactor } from '@lectern/service-kit/database/transaction';
import { Handles } from '@lectern/service-kit/rpc/rpc-handler.decorator';
import { PUBLISHED_KEYS, publishText } from './publish-text.ts';
import { SiteTextQueries } from './site-text.queries.ts';

/** Publishes the texts that other services follow again, also those that nobody has changed: a service may have a forged copy. */
@Injectable()
export class RepublishTexts {
  constructor(
    private readonly transactor: Transactor,
    private readonly texts: SiteTextQueries,
  ) {}

  @Handles(republishTexts)
  async execute(): Promise<RpcOutput<typeof republishTexts>> {
    const current = await Promise.all(PUBLISHED_KEYS.map((key) => this.texts.newest(key)));
    await this.transactor.run(async (tx) => {
      for (const text of current) await publishText(tx, text);
    });
    return { published: current.length };
  }
}
