import type { DocsOf } from '../route-docs/route-docs.ts';
import { ID, MARCH_1, OTHER_ID } from '../route-docs/samples.ts';
import type * as admin from './admin-http.ts';
import type * as http from './http.ts';

const post = {
  id: ID,
  title: 'How to open a speech',
  excerpt: 'Three openings that work.',
  category: 'Speaking',
  author: 'The team',
  publishedAt: MARCH_1,
  slug: 'how-to-open-a-speech',
  isFeatured: false,
};

export const contentDocs = {
  listTestimonials: {
    summary: 'Lists the testimonials that the site shows.',
    response: [
      {
        id: ID,
        name: 'A member',
        role: 'Member since spring',
        avatarUrl: null,
        quote: 'I speak without notes now.',
        rating: 5,
      },
    ],
  },
  listBlogPosts: { summary: 'Lists the published articles, newest first.', response: [post] },
  readBlogPost: {
    summary: 'Reads a published article.',
    description: '`html` is safe to insert; its headings have the ids that `toc` names.',
    errors: ['article_unknown'],
    params: { slug: post.slug },
    response: {
      ...post,
      updatedAt: null,
      metaTitle: null,
      metaDescription: null,
      html: '<h2 id="a-question">A question</h2><p>Ask what the audience wants to know.</p>',
      toc: [{ id: 'a-question', title: 'A question', level: 2 }],
      related: [],
    },
  },
  listDocuments: {
    summary: 'Lists every document, members’ documents too.',
    response: [
      {
        key: 'starter-kit',
        title: 'Starter kit',
        description: 'The first four weeks.',
        kind: 'guide',
        access: 'public',
        group: 'Getting started',
        pages: 8,
        bytes: 184_320,
      },
    ],
  },
  readDocument: {
    summary: 'Downloads a document as a PDF.',
    description:
      'A members’ document opens only with the URL of `POST /api/documents/{key}/link`, which contains `expires` and `signature`.',
    errors: ['document_unknown', 'membership_required', 'document_link_ended'],
    params: { key: 'starter-kit' },
    file: 'application/pdf',
  },
  openDocument: {
    summary: 'Answers the URL of a document; that of a members’ document works for a short time.',
    description: 'For active members.',
    errors: ['document_unknown', 'membership_required'],
    params: { key: 'starter-kit' },
    response: { url: '/api/documents/starter-kit', expiresAt: null },
  },
  readMeetingPlaces: {
    summary: 'Answers the links to the weekly session and the community.',
    description: 'Both links are `null` for inactive members, and where the association has none.',
    response: { zoomUrl: 'https://example.org/meeting', discordUrl: 'https://example.org/chat', hasCommunity: true },
  },
  listRecordings: {
    summary: 'Lists the recordings, newest first.',
    description: 'Without `limit` the answer is a list of at most 1,000. Inactive members get no `play_url`.',
    query: { limit: 20 },
    response: {
      items: [
        {
          id: OTHER_ID,
          topic: 'Weekly session',
          startTime: MARCH_1,
          duration: 90,
          isDebateClub: true,
          recordingFiles: [
            {
              recording_type: 'shared_screen_with_speaker_view',
              file_type: 'MP4',
              play_url: 'https://zoom.us/rec/play/sample',
            },
          ],
        },
      ],
      nextCursor: null,
      total: 1,
    },
  },
  zoomWebhook: {
    summary: 'Receives an event of Zoom, or its check of the secret.',
    description: 'The signature covers the body byte for byte. A 200 means that the event is stored.',
    errors: ['route_unknown'],
    body: { event: 'recording.completed', payload: { object: { uuid: 'c2FtcGxl==' } } },
    response: { received: true },
  },
} satisfies DocsOf<Omit<typeof http, keyof typeof admin>>;
