import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { DomainError } from '@lectern/contracts/errors';
import { readReceiptLink } from '@lectern/contracts/registrations/rpc';
import type { RpcInput, RpcOutput } from '@lectern/contracts/rpc';
import { validSecrets } from '@lectern/service-kit/config/secret';
import { Handles } from '@lectern/service-kit/rpc/rpc-handler.decorator';
import { RegistrationsConfig } from '../config.ts';
import { readPlaceToken } from '../registration-key/place-token.ts';

/* An erased person's registration has no email; one that staff removed still has its receipt. */
const IS_THERE = `SELECT 1 FROM tournament_registrations WHERE id = $1 AND pay_key = $2 AND email <> ''
  UNION ALL SELECT 1 FROM bootcamp_registrations WHERE id = $1 AND pay_key = $2 AND email <> ''
  UNION ALL SELECT 1 FROM removed_entries WHERE registration_id = $1 AND pay_key = $2 LIMIT 1`;

/** The registration whose receipt opens by the token in the email about its payment. */
@Injectable()
export class ReadReceiptLink {
  constructor(
    @Inject(DataSource) private readonly dataSource: DataSource,
    @Inject(RegistrationsConfig) private readonly config: RegistrationsConfig,
  ) {}

  @Handles(readReceiptLink)
  async execute({ token }: RpcInput<typeof readReceiptLink>): Promise<RpcOutput<typeof readReceiptLink>> {
    const place = readPlaceToken(validSecrets(this.config, 'CALENDAR_FEED_SECRET'), 'receipt', token);
    if (place === null || (await this.dataSource.query<unknown[]>(IS_THERE, [place.id, place.payKey])).length === 0)
      throw new DomainError('receipt_link_unknown');
    return { reference: place.id };
  }
}
