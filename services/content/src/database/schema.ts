import type { DatabaseSchema } from '@lectern/service-kit/database/data-source';
import { BlogPost } from '../blog-post/blog-post.entity.ts';
import { ZoomRecording } from '../recording/zoom-recording.entity.ts';
import { Testimonial } from '../testimonial/testimonial.entity.ts';
import { CreateContent1763600100000 } from './migrations/1763600100000-create-content.ts';

export const contentSchema: DatabaseSchema = {
  service: 'content',
  entities: [BlogPost, Testimonial, ZoomRecording],
  migrations: [CreateContent1763600100000],
};
