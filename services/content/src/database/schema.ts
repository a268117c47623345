import type { DatabaseSchema } from '@lectern/service-kit/database/data-source';
import { BlogPost } from '../blog-post/blog-post.entity.ts';
import { PublishedDocument } from '../document/published-document.entity.ts';
import { RecordingSync } from '../recording/recording-sync.entity.ts';
import { ZoomRecording } from '../recording/zoom-recording.entity.ts';
import { Testimonial } from '../testimonial/testimonial.entity.ts';
import { ZoomEvent } from '../zoom/zoom-event.entity.ts';
import { CreateContent1763600100000 } from './migrations/1763600100000-create-content.ts';
import { AddEditorial1763600500000 } from './migrations/1763600500000-add-editorial.ts';
import { AddZoomEvents1763600510000 } from './migrations/1763600510000-add-zoom-events.ts';
import { FeatureArticles1763600520000 } from './migrations/1763600520000-feature-articles.ts';
import { LetAdministratorsWrite1763600530000 } from './migrations/1763600530000-let-administrators-write.ts';

export const contentSchema: DatabaseSchema = {
  service: 'content',
  entities: [BlogPost, Testimonial, PublishedDocument, ZoomRecording, RecordingSync, ZoomEvent],
  migrations: [
    CreateContent1763600100000,
    AddEditorial1763600500000,
    AddZoomEvents1763600510000,
    FeatureArticles1763600520000,
    LetAdministratorsWrite1763600530000,
  ],
};
