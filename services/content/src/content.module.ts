import type { ModuleMetadata } from '@nestjs/common';
import { ListAnnouncements } from './announcement/list-announcements.query.ts';
import { ArticleQueries } from './blog-post/article.queries.ts';
import { BlogPostQueries } from './blog-post/blog-post.queries.ts';
import { BlogPostRepository } from './blog-post/blog-post.repository.ts';
import { ChangeArticle } from './blog-post/change-article.use-case.ts';
import { CreateArticle } from './blog-post/create-article.use-case.ts';
import { DeleteArticle } from './blog-post/delete-article.use-case.ts';
import { PublishArticle } from './blog-post/publish-article.use-case.ts';
import { ContentConfig } from './config.ts';
import { ChangeDocument } from './document/change-document.use-case.ts';
import { CurrentDocuments } from './document/current-documents.ts';
import { DocumentUploadRepository } from './document/document-upload.repository.ts';
import { DocumentVersionRepository } from './document/document-version.repository.ts';
import { ListDocuments } from './document/list-documents.query.ts';
import { ManagedDocumentQueries } from './document/managed-document.queries.ts';
import { OpenDocument } from './document/open-document.query.ts';
import { PublishedDocumentRepository } from './document/published-document.repository.ts';
import { ReadDocumentPiece } from './document/read-document-piece.query.ts';
import { UploadDocumentFile } from './document/upload-document-file.use-case.ts';
import { ReadDocument } from './document/read-document.query.ts';
import { EditorialFiles } from './editorial/editorial-files.ts';
import { PublishEditorial } from './editorial/publish-editorial.use-case.ts';
import { LogoRepository } from './logo/logo.repository.ts';
import { ReadLogo } from './logo/read-logo.query.ts';
import { StoreLogo } from './logo/store-logo.use-case.ts';
import { ReadMeetingPlaces } from './meeting-place/read-meeting-places.query.ts';
import { openPictureStore } from './picture/open-picture-store.ts';
import { PictureRepository } from './picture/picture.repository.ts';
import { PictureStore } from './picture/picture-store.ts';
import { ReadPicture } from './picture/read-picture.query.ts';
import { RemoveUnusedPictures } from './picture/remove-unused-pictures.job.ts';
import { UploadTurns } from './upload-turns.ts';
import { StorePicture } from './picture/store-picture.use-case.ts';
import { RecordAdminAction } from './record-admin-action.ts';
import { DecideRecording } from './recording/decide-recording.use-case.ts';
import { ListRecordings } from './recording/list-recordings.query.ts';
import { RecordingQueries } from './recording/recording.queries.ts';
import { SyncRecording } from './recording/sync-recording.use-case.ts';
import { SyncRecordings } from './recording/sync-recordings.job.ts';
import { ZoomRecordingRepository } from './recording/zoom-recording.repository.ts';
import { EditTestimonials } from './testimonial/edit-testimonials.use-case.ts';
import { TestimonialQueries } from './testimonial/testimonial.queries.ts';
import { TestimonialRepository } from './testimonial/testimonial.repository.ts';
import { SetUpSite } from './setup/set-up-site.use-case.ts';
import { EditSiteTexts } from './site-text/edit-site-texts.use-case.ts';
import { FirstTexts } from './site-text/first-texts.ts';
import { RepublishTexts } from './site-text/republish-texts.use-case.ts';
import { SiteTextQueries } from './site-text/site-text.queries.ts';
import { SiteTextRepository } from './site-text/site-text.repository.ts';
import { ProcessZoomEvents } from './recording/process-zoom-events.job.ts';
import { ReceiveZoomEvent } from './zoom/receive-zoom-event.use-case.ts';
import { ZoomClient } from './zoom/zoom-client.ts';
import { ZoomEventRepository } from './zoom/zoom-event.repository.ts';

export const contentModule: ModuleMetadata = {
  providers: [
    BlogPostRepository,
    BlogPostQueries,
    ArticleQueries,
    CreateArticle,
    ChangeArticle,
    PublishArticle,
    DeleteArticle,
    TestimonialRepository,
    TestimonialQueries,
    EditTestimonials,
    LogoRepository,
    StoreLogo,
    ReadLogo,
    SiteTextRepository,
    FirstTexts,
    RepublishTexts,
    SiteTextQueries,
    EditSiteTexts,
    ListAnnouncements,
    PublishedDocumentRepository,
    DocumentVersionRepository,
    DocumentUploadRepository,
    CurrentDocuments,
    ListDocuments,
    ManagedDocumentQueries,
    UploadDocumentFile,
    ChangeDocument,
    ReadDocumentPiece,
    OpenDocument,
    ReadDocument,
    ReadMeetingPlaces,
    { provide: PictureStore, inject: [ContentConfig], useFactory: openPictureStore },
    PictureRepository,
    UploadTurns,
    StorePicture,
    ReadPicture,
    RemoveUnusedPictures,
    EditorialFiles,
    PublishEditorial,
    SetUpSite,
    ZoomClient,
    ZoomEventRepository,
    ReceiveZoomEvent,
    ProcessZoomEvents,
    ZoomRecordingRepository,
    ListRecordings,
    RecordingQueries,
    DecideRecording,
    RecordAdminAction,
    SyncRecording,
    SyncRecordings,
  ],
};
