import type { DatabaseSchema } from '@lectern/service-kit/database/data-source';
import { ErasedAccount } from '@lectern/service-kit/person/erased-account.entity';
import { IdempotentRequest } from '@lectern/service-kit/idempotency/idempotent-request.entity';
import { ListImport } from '@lectern/service-kit/list-import/list-import.entity';
import { ListImportRow } from '@lectern/service-kit/list-import/list-import-row.entity';
import { Account } from '../account/account.entity.ts';
import { AudiencePart } from '../campaign/audience-part.entity.ts';
import { CampaignCount } from '../campaign/campaign-count.entity.ts';
import { EmailCampaign } from '../campaign/email-campaign.entity.ts';
import { EmailRecipient } from '../campaign/email-recipient.entity.ts';
import { LinkClick } from '../campaign/link-click.entity.ts';
import { Contact } from '../contact/contact.entity.ts';
import { ContactMessage } from '../contact-message/contact-message.entity.ts';
import { Letter } from '../letter/letter.entity.ts';
import { NewsletterSubscriber } from '../newsletter-subscriber/newsletter-subscriber.entity.ts';
import { SubscriberCount } from '../newsletter-subscriber/subscriber-count.entity.ts';
import { ProviderEvent } from '../provider-event/provider-event.entity.ts';
import { StarterKitRequest } from '../starter-kit/starter-kit-request.entity.ts';
import { ListOptOut } from '../unsubscribe/list-opt-out.entity.ts';
import { SuppressedAddress } from '../unsubscribe/suppressed-address.entity.ts';
import { CreateMessaging1763600500000 } from './migrations/1763600500000-create-messaging.ts';
import { KeepOptOuts1763600510000 } from './migrations/1763600510000-keep-opt-outs.ts';
import { ErasePersons1763600530000 } from './migrations/1763600530000-erase-persons.ts';
import { FindInactiveSubscribers1763600545000 } from './migrations/1763600545000-find-inactive-subscribers.ts';
import { FindPersons1763600555000 } from './migrations/1763600555000-find-persons.ts';
import { TakeImports1763600560000 } from './migrations/1763600560000-take-imports.ts';
import { EditCampaigns1763600570000 } from './migrations/1763600570000-edit-campaigns.ts';
import { KeepContacts1763600571000 } from './migrations/1763600571000-keep-contacts.ts';
import { SendCampaigns1763600572000 } from './migrations/1763600572000-send-campaigns.ts';
import { ChooseLists1763600575000 } from './migrations/1763600575000-choose-lists.ts';
import { TellOfUnsentCampaigns1763600580000 } from './migrations/1763600580000-tell-of-unsent-campaigns.ts';
import { KeepSearchedText1763600590000 } from './migrations/1763600590000-keep-searched-text.ts';
import { LightenLedger1763600600000 } from './migrations/1763600600000-lighten-ledger.ts';
import { ForgetReadersOrigins1763600620000 } from './migrations/1763600620000-forget-readers-origins.ts';
import { KeepAccounts1763600630000 } from './migrations/1763600630000-keep-accounts.ts';
import { KeepOwners1763600640000 } from './migrations/1763600640000-keep-owners.ts';
import { FindOwners1763600650000 } from './migrations/1763600650000-find-owners.ts';
import { KeepAudiencesInParts1763600610000 } from './migrations/1763600610000-keep-audiences-in-parts.ts';

export const messagingSchema: DatabaseSchema = {
  service: 'messaging',
  entities: [
    NewsletterSubscriber,
    EmailCampaign,
    EmailRecipient,
    ContactMessage,
    Letter,
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
    AudiencePart,
    CampaignCount,
    LinkClick,
    Account,
  ],
  migrations: [
    CreateMessaging1763600500000,
    KeepOptOuts1763600510000,
    ErasePersons1763600530000,
    FindInactiveSubscribers1763600545000,
    FindPersons1763600555000,
    TakeImports1763600560000,
    EditCampaigns1763600570000,
    KeepContacts1763600571000,
    SendCampaigns1763600572000,
    ChooseLists1763600575000,
    TellOfUnsentCampaigns1763600580000,
    KeepSearchedText1763600590000,
    LightenLedger1763600600000,
    KeepAudiencesInParts1763600610000,
    ForgetReadersOrigins1763600620000,
    KeepAccounts1763600630000,
    KeepOwners1763600640000,
    FindOwners1763600650000,
  ],
};
