import { type DynamicModule, Module, type Provider } from '@nestjs/common';
import { APP_FILTER, APP_INTERCEPTOR } from '@nestjs/core';
import type { Logger } from '@lectern/service-kit/logging/logger';
import { LOGGER } from '@lectern/service-kit/logging/tokens';
import { RpcClient } from '@lectern/service-kit/rpc/rpc-client';
import { Clock } from '@lectern/service-kit/time/clock';
import { Admission } from './auth/admission.ts';
import { DeviceCookie } from './auth/device-cookie.ts';
import { SignInPace } from './auth/sign-in-pace.ts';
import { TokenKeys } from './auth/token-keys.ts';
import { AdminTokenStrategy, MemberTokenStrategy, ViewTokenStrategy } from './auth/token.strategy.ts';
import { CurrentProfile } from './branding/current-profile.ts';
import { GatewayConfig } from './config.ts';
import { ContractInterceptor } from './edge/contract.interceptor.ts';
import { ErrorFilter } from './edge/error.filter.ts';
import { RateLimiter } from './edge/rate-limiter.ts';
import { ReturnAddress } from './edge/return-address.ts';
import { ResponseCache } from './cache/response-cache.ts';
import { WorkQueues } from './queues/work-queues.ts';
import { AccountController } from './routes/account.controller.ts';
import { AdminBillingController } from './routes/admin-billing.controller.ts';
import { AdminContentController } from './routes/admin-content.controller.ts';
import { AdminEventsController } from './routes/admin-events.controller.ts';
import { AdminListsController } from './routes/admin-lists.controller.ts';
import { AdminController } from './routes/admin.controller.ts';
import { ApiDocsController } from './routes/api-docs.controller.ts';
import { BootcampController } from './routes/bootcamp.controller.ts';
import { CalendarController } from './routes/calendar.controller.ts';
import { CampaignEmailController } from './routes/campaign-email.controller.ts';
import { CampaignSendingController } from './routes/campaign-sending.controller.ts';
import { CampaignsController } from './routes/campaigns.controller.ts';
import { ContentController } from './routes/content.controller.ts';
import { EventNoticeController } from './routes/event-notice.controller.ts';
import { OwnEntryController } from './routes/own-entry.controller.ts';
import { ExportController } from './routes/export.controller.ts';
import { ImportController } from './routes/import.controller.ts';
import { HealthController } from './routes/health.controller.ts';
import { EmailTrackingController } from './routes/email-tracking.controller.ts';
import { MailController } from './routes/mail.controller.ts';
import { MemberEventController } from './routes/member-event.controller.ts';
import { MembershipController } from './routes/membership.controller.ts';
import { AnnouncementController } from './routes/announcement.controller.ts';
import { OfficeHoursController } from './routes/office-hours.controller.ts';
import { WorkshopController } from './routes/workshop.controller.ts';
import { AnalyticsController } from './routes/analytics.controller.ts';
import { PaymentLinkController } from './routes/payment-link.controller.ts';
import { CreditController } from './routes/credit.controller.ts';
import { OfflinePaymentsController } from './routes/offline-payments.controller.ts';
import { PaymentsController } from './routes/payments.controller.ts';
import { PeopleController } from './routes/people.controller.ts';
import { MergeController } from './routes/merge.controller.ts';
import { PersonalDataController } from './routes/personal-data.controller.ts';
import { CancellationOfferController } from './routes/cancellation-offer.controller.ts';
import { MembershipActionsController } from './routes/membership-actions.controller.ts';
import { PromotionController } from './routes/promotion.controller.ts';
import { PublicController } from './routes/public.controller.ts';
import { QueuesController } from './routes/queues.controller.ts';
import { RecordingController } from './routes/recording.controller.ts';
import { RegistrationCheckout } from './routes/registration-checkout.ts';
import { AdministratorsController } from './routes/administrators.controller.ts';
import { PasskeyController } from './routes/passkey.controller.ts';
import { SavedViewController } from './routes/saved-view.controller.ts';
import { SecondFactorController } from './routes/second-factor.controller.ts';
import { SetupController } from './routes/setup.controller.ts';
import { SessionController } from './routes/session.controller.ts';
import { InboxController } from './routes/inbox.controller.ts';
import { DocumentController } from './routes/document.controller.ts';
import { LogoController } from './routes/logo.controller.ts';
import { PictureController } from './routes/picture.controller.ts';
import { SiteTextController } from './routes/site-text.controller.ts';
import { TournamentController } from './routes/tournament.controller.ts';
import { WaitingController } from './routes/waiting.controller.ts';
import { WebhookController } from './routes/webhook.controller.ts';
import { SaverNames } from './routes/saver-names.ts';

export interface GatewayCapabilities {
  readonly config: GatewayConfig;
  readonly logger: Logger;
  readonly rpcClient: RpcClient;
  readonly cache: ResponseCache;
  readonly clock: Clock;
}

@Module({})
export class GatewayModule {
  static with(capabilities: GatewayCapabilities): DynamicModule {
    const providers: Provider[] = [
      { provide: GatewayConfig, useValue: capabilities.config },
      { provide: LOGGER, useValue: capabilities.logger },
      { provide: RpcClient, useValue: capabilities.rpcClient },
      { provide: ResponseCache, useValue: capabilities.cache },
      { provide: Clock, useValue: capabilities.clock },
      RateLimiter,
      SignInPace,
      DeviceCookie,
      ReturnAddress,
      RegistrationCheckout,
      WorkQueues,
      SaverNames,
      CurrentProfile,
      TokenKeys,
      MemberTokenStrategy,
      ViewTokenStrategy,
      AdminTokenStrategy,
      Admission,
      { provide: APP_INTERCEPTOR, useClass: ContractInterceptor },
      { provide: APP_INTERCEPTOR, useExisting: SignInPace },
      { provide: APP_FILTER, useClass: ErrorFilter },
    ];
    return {
      module: GatewayModule,
      controllers: [
        HealthController,
        ApiDocsController,
        SessionController,
        AdministratorsController,
        SetupController,
        SecondFactorController,
        PasskeyController,
        SavedViewController,
        AccountController,
        AnalyticsController,
        PaymentLinkController,
        PeopleController,
        PersonalDataController,
        MergeController,
        MembershipController,
        PublicController,
        MemberEventController,
        AnnouncementController,
        OfficeHoursController,
        WorkshopController,
        CalendarController,
        MailController,
        ContentController,
        RecordingController,
        PromotionController,
        CancellationOfferController,
        MembershipActionsController,
        BootcampController,
        TournamentController,
        AdminController,
        AdminEventsController,
        EventNoticeController,
        OwnEntryController,
        AdminListsController,
        AdminContentController,
        SiteTextController,
        DocumentController,
        LogoController,
        PictureController,
        InboxController,
        ExportController,
        ImportController,
        AdminBillingController,
        PaymentsController,
        CreditController,
        OfflinePaymentsController,
        QueuesController,
        WaitingController,
        WebhookController,
        // Last: its path has an id where other routes have a word.
        CampaignEmailController,
        EmailTrackingController,
        CampaignSendingController,
        CampaignsController,
      ],
      providers,
    };
  }
}
