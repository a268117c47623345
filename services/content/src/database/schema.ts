import type { DatabaseSchema } from '@lectern/service-kit/database/data-source';
import { SampleRemoval } from '@lectern/service-kit/setup/sample-removal.entity';
import { BlogPost } from '../blog-post/blog-post.entity.ts';
import { DocumentFile } from '../document/document-file.entity.ts';
import { DocumentUpload } from '../document/document-upload.entity.ts';
import { DocumentVersion } from '../document/document-version.entity.ts';
import { PublishedDocument } from '../document/published-document.entity.ts';
import { Logo } from '../logo/logo.entity.ts';
import { Picture } from '../picture/picture.entity.ts';
import { RecordingSync } from '../recording/recording-sync.entity.ts';
import { ZoomRecording } from '../recording/zoom-recording.entity.ts';
import { SiteTextVersion } from '../site-text/site-text-version.entity.ts';
import { Testimonial } from '../testimonial/testimonial.entity.ts';
import { ZoomEvent } from '../zoom/zoom-event.entity.ts';
import { Baseline1795651200000 } from './migrations/1795651200000-baseline.ts';

export const contentSchema: DatabaseSchema = {
  service: 'content',
  entities: [
    BlogPost,
    Testimonial,
    SiteTextVersion,
    SampleRemoval,
    Logo,
    PublishedDocument,
    DocumentFile,
    DocumentVersion,
    DocumentUpload,
    Picture,
    ZoomRecording,
    RecordingSync,
    ZoomEvent,
  ],
  migrations: [Baseline1795651200000],
};
