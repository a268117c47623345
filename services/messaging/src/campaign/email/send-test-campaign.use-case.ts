import { createHash } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { sendTestCampaign } from '@lectern/contracts/messaging/campaign-email-rpc';
import type { RpcInput, RpcOutput } from '@lectern/contracts/rpc';
import { Association } from '@lectern/service-kit/association/association';
import { Transactor } from '@lectern/service-kit/database/transaction';
import { Handles } from '@lectern/service-kit/rpc/rpc-handler.decorator';
import { Clock } from '@lectern/service-kit/time/clock';
import { MessagingConfig } from '../../config.ts';
import { campaignTestEmail } from '../../email/templates/campaign-test.template.ts';
import { WriteEmail } from '../../email/write-email.use-case.ts';
import { RecordAdminAction } from '../../record-admin-action.ts';
import { personalizedEmail, personalize, prepareUntracked } from './campaign-email.ts';
import { campaignSite } from './campaign-site.ts';

/** A second click within this time sends no second test. */
const ONE_PRESS_MS = 10_000;

/**
 * Emails a campaign to its test recipient as its audience would get it, except that the subject marks it as a test and that nothing
 * counts its links. Throws `invalid_request`.
 */
@Injectable()
export class SendTestCampaign {
  constructor(
    private readonly transactor: Transactor,
    private readonly writeEmail: WriteEmail,
    private readonly recordAdminAction: RecordAdminAction,
    private readonly clock: Clock,
    private readonly association: Association,
    @Inject(MessagingConfig) private readonly config: MessagingConfig,
  ) {}

  @Handles(sendTestCampaign)
  async execute({
    by,
    name,
    subject,
    content,
    targetAudience,
    ...asked
  }: RpcInput<typeof sendTestCampaign>): Promise<RpcOutput<typeof sendTestCampaign>> {
    const to = this.config.CAMPAIGN_TEST_ADDRESS ?? asked.to;
    const site = campaignSite(this.config, await this.association.current());
    const { prepared } = prepareUntracked({ subject, content }, site);
    const message = personalizedEmail(
      prepared,
      personalize(
        prepared,
        { id: null, email: to, name: null, list: targetAudience === 'all' ? 'newsletter' : targetAudience },
        site,
      ),
    );
    const press = Math.floor(this.clock.now().getTime() / ONE_PRESS_MS);
    const what = createHash('sha256')
      .update(JSON.stringify([by.adminId, to, message]))
      .digest('base64url');
    await this.transactor.run(async (tx) => {
      const isNew = await this.writeEmail.execute(tx, campaignTestEmail, {
        dedupeKey: `campaign-test:${press}:${what}`,
        to,
        // It may be a megabyte, and the campaign has the same text.
        eraseWhenSettled: true,
        data: { ...message, unsubscribeUrl: site.listLinks(to).unsubscribe },
      });
      if (isNew) await this.recordAdminAction.execute(tx, by, 'test_campaign', { name, to });
    });
    return { to };
  }
}
