import {
  type AnonymisedTables,
  CODE,
  EMPTY_LIST,
  NAME,
  NOTHING,
  PROVIDER_ID,
  TEXT,
} from '@lectern/service-kit/person/anonymise';

/** What becomes of content's tables in a copy for testing. What is published for all to read stays; who wrote or said it does not. */
export const ANONYMISED: AnonymisedTables = {
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
  // Whose recordings these are, and the links and passcodes that play them.
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
