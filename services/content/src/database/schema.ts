import type { DatabaseSchema } from '@lectern/service-kit/database/data-source';
import { BlogPost } from '../blog-post/blog-post.entity.ts';
import { PublishedDocument } from '../document/published-document.entity.ts';
import { ZoomRecording } from '../recording/zoom-recording.entity.ts';
import { Testimonial } from '../testimonial/testimonial.entity.ts';
import { CreateContent1763600100000 } from './migrations/1763600100000-create-content.ts';
import { AddEditorial1763600500000 } from './migrations/1763600500000-add-editorial.ts';

export const contentSchema: DatabaseSchema = {
  service: 'content',
  entities: [BlogPost, Testimonial, PublishedDocument, ZoomRecording],
  migrations: [CreateContent1763600100000, AddEditorial1763600500000],
};
