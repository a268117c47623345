import { CODE, EMPTY_LIST, NAME, NOTHING, PROVIDER_ID, TEXT } from '@lectern/service-kit/person/anonymize';
import { kept, type PersonalData } from '@lectern/service-kit/person/person-tables';
import { SAMPLE_REMOVAL } from '@lectern/service-kit/setup/sample-removal.entity';

/** Content keeps nothing of members. In copies for testing published texts stay; their authors and speakers do not. */
export const PERSONAL_DATA: PersonalData = {
  tables: {},
  otherTables: {
    blog_posts: {
      reason: 'published articles',
      personal: ['author', 'changed_by'],
      copy: {
        author: NAME,
        changed_by: NOTHING,
        ...kept('title', 'slug', 'excerpt', 'content', 'category', 'meta_title', 'meta_description', 'html'),
        ...kept('toc', 'related', 'field_versions'),
      },
    },
    documents: {
      reason: 'documents of the association',
      personal: ['group_name', 'file_name'],
      copy: kept('key', 'title', 'description', 'kind', 'access', 'group_name', 'file_name', 'sha256', 'content'),
    },
    document_files: { reason: 'files of documents that staff replaced', copy: 'emptied' },
    document_versions: {
      reason: 'versions of documents, with the administrators who saved them',
      personal: ['saved_by'],
      // A copy shows the shipped documents.
      copy: 'emptied',
    },
    sample_removal: SAMPLE_REMOVAL,
    logos: { reason: 'the association’s logos, which versions of its profile name', copy: 'emptied' },
    document_uploads: { reason: 'uploaded files that no document or picture has yet', copy: 'emptied' },
    // A copy has no files of pictures.
    pictures: {
      reason: 'pictures of articles, with the administrators who uploaded them',
      personal: ['uploaded_by'],
      copy: 'emptied',
    },
    testimonials: {
      reason: 'published sentences; the association has the speakers’ permission',
      personal: ['name', 'changed_by'],
      copy: {
        name: NAME,
        changed_by: NOTHING,
        quote: TEXT,
        context: TEXT,
        avatar_url: NOTHING,
        ...kept('role', 'key', 'field_versions'),
      },
    },
    site_text_versions: {
      reason: 'texts of the site, with the administrators who saved them',
      personal: ['saved_by'],
      // They name the people who run the association; a copy shows the shipped texts.
      copy: 'emptied',
    },
    zoom_recordings: {
      reason: 'recordings for all members',
      personal: ['host_id', 'changed_by'],
      // The host's Zoom id, and the links and passcodes that play the recordings.
      copy: {
        zoom_meeting_id: CODE,
        zoom_meeting_uuid: CODE,
        topic: TEXT,
        title: TEXT,
        host_id: PROVIDER_ID,
        changed_by: NOTHING,
        recording_files: EMPTY_LIST,
        ...kept('field_versions'),
      },
    },
    recording_syncs: { reason: 'when the recordings were compared', copy: kept('id') },
    zoom_events: { reason: 'Zoom’s messages about recordings', copy: 'emptied' },
  },
};
