import {
  type AnonymizedTables,
  CODE,
  EMPTY_LIST,
  NAME,
  NOTHING,
  PROVIDER_ID,
  TEXT,
} from '@lectern/service-kit/person/anonymize';

/** How a test copy treats the tables of content: published texts stay, their authors and speakers do not. */
export const ANONYMIZED: AnonymizedTables = {
  blog_posts: {
    replaced: { author: NAME },
    kept: [
      'title',
      'slug',
      'excerpt',
      'content',
      'category',
      'meta_title',
      'meta_description',
      'html',
      'toc',
      'related',
      'field_versions',
    ],
  },
  documents: {
    replaced: {},
    kept: ['key', 'title', 'description', 'kind', 'access', 'group_name', 'file_name', 'sha256', 'content'],
  },
  testimonials: {
    replaced: { name: NAME, quote: TEXT, context: TEXT, avatar_url: NOTHING },
    kept: ['role', 'key', 'field_versions'],
  },
  // The host's Zoom id, and the links and passcodes that play the recordings.
  zoom_recordings: {
    replaced: {
      zoom_meeting_id: CODE,
      zoom_meeting_uuid: CODE,
      topic: TEXT,
      title: TEXT,
      host_id: PROVIDER_ID,
      recording_files: EMPTY_LIST,
    },
    kept: ['field_versions'],
  },
  recording_syncs: { replaced: {}, kept: ['id'] },
  zoom_events: 'emptied',
};
