import { PublishedText } from '@lectern/service-kit/association/published-text.entity';
import type { DatabaseSchema } from '@lectern/service-kit/database/data-source';
import { ErasedAccount } from '@lectern/service-kit/person/erased-account.entity';
import { PersonRecordChange } from '@lectern/service-kit/person/person-record-change.entity';
import { IdempotentRequest } from '@lectern/service-kit/idempotency/idempotent-request.entity';
import { ListImport } from '@lectern/service-kit/list-import/list-import.entity';
import { ListImportRow } from '@lectern/service-kit/list-import/list-import-row.entity';
import { Account } from '../account/account.entity.ts';
import { CampaignCount } from '../campaign/campaign-count.entity.ts';
import { EmailCampaign } from '../campaign/email-campaign.entity.ts';
import { LinkClick } from '../campaign/link-click.entity.ts';
import { CannedReply } from '../canned-reply/canned-reply.entity.ts';
import { Contact } from '../contact/contact.entity.ts';
import { ConversationMessage } from '../conversation/conversation-message.entity.ts';
import { Conversation } from '../conversation/conversation.entity.ts';
import { ContactMessage } from '../contact-message/contact-message.entity.ts';
import { EmailRecipient } from '../delivery/email-recipient.entity.ts';
import { Membership } from '../membership/membership.entity.ts';
import { NewsletterSubscriber } from '../newsletter-subscriber/newsletter-subscriber.entity.ts';
import { SubscriberCount } from '../newsletter-subscriber/subscriber-count.entity.ts';
import { ProviderEvent } from '../provider-event/provider-event.entity.ts';
import { StarterKitRequest } from '../starter-kit/starter-kit-request.entity.ts';
import { ListOptOut } from '../suppression/list-opt-out.entity.ts';
import { SuppressedAddress } from '../suppression/suppressed-address.entity.ts';
import { Baseline1795651200000 } from './migrations/1795651200000-baseline.ts';

export const messagingSchema: DatabaseSchema = {
  service: 'messaging',
  entities: [
    NewsletterSubscriber,
    EmailCampaign,
    EmailRecipient,
    ContactMessage,
    ProviderEvent,
    SubscriberCount,
    SuppressedAddress,
    ListOptOut,
    StarterKitRequest,
    IdempotentRequest,
    ErasedAccount,
    ListImport,
    ListImportRow,
    Contact,
    CampaignCount,
    LinkClick,
    Account,
    Membership,
    Conversation,
    ConversationMessage,
    CannedReply,
    PersonRecordChange,
    PublishedText,
  ],
  migrations: [Baseline1795651200000],
};
