import type { DocsOf } from '../route-docs/route-docs.ts';
import { ID, MARCH_1, OTHER_ID, pageWith } from '../route-docs/samples.ts';
import type * as http from './admin-http.ts';

const params = { id: ID };
const listed = 'Newest first. ';
const byVersion = 'Send the `version` that the edit began from.';

const lastChange = { changedAt: MARCH_1, changedBy: { id: OTHER_ID, name: 'Grace' } };

const articleForm = {
  title: 'How to open a speech',
  slug: 'how-to-open-a-speech',
  excerpt: 'Three openings that work.',
  category: 'Speaking',
  author: null,
  metaTitle: null,
  metaDescription: null,
  content: '## A question\n\nAsk what the audience wants to know.',
};
const article = {
  id: ID,
  ...articleForm,
  status: 'draft' as const,
  publishedAt: null,
  updatedAt: null,
  isFromFiles: false,
  version: 1,
  ...lastChange,
};
const { excerpt: _excerpt, content: _content, metaTitle: _title, metaDescription: _description, ...entry } = article;

const testimonialForm = {
  name: 'A member',
  role: 'Member since spring',
  quote: 'I speak without notes now.',
  rating: 5,
};
const testimonial = {
  id: ID,
  ...testimonialForm,
  avatarUrl: null,
  context: null,
  isActive: true,
  isFromFiles: false,
  version: 1,
  ...lastChange,
};
const recording = {
  id: OTHER_ID,
  title: null,
  topic: 'Weekly session',
  startTime: MARCH_1,
  duration: 90,
  isDebateClub: true,
  isHidden: false,
  recordingCount: 1,
  version: 1,
  ...lastChange,
};

export const contentAdminDocs = {
  listArticles: {
    summary: 'Lists the articles, drafts too.',
    description: `${listed}\`q\` searches title, slug, category and author; \`status\` is \`draft\` or \`published\`.`,
    query: { limit: 50, status: 'draft' },
    response: pageWith(entry),
  },
  readArticle: { summary: 'Reads an article to edit.', params, response: article },
  createArticle: {
    summary: 'Creates the draft of an article.',
    description: '`content` is Markdown. An empty `slug` is made from the title.',
    errors: ['article_slug_taken'],
    body: articleForm,
    response: article,
  },
  changeArticle: {
    summary: 'Changes an article.',
    description: `${byVersion} The slug of an article that was ever published does not change.`,
    errors: ['article_slug_taken'],
    params,
    body: { ...articleForm, version: 1 },
    response: { ...article, version: 2 },
  },
  publishArticle: {
    summary: 'Publishes an article.',
    description: `${byVersion} An article that lacks a field is refused with the names of the fields.`,
    params,
    body: { version: 1 },
    response: { ...article, status: 'published', publishedAt: MARCH_1, version: 2 },
  },
  unpublishArticle: { summary: 'Hides an article from every reader immediately.', params, response: article },
  deleteArticle: {
    summary: 'Deletes the draft of an article.',
    errors: ['article_published', 'comes_from_files'],
    params,
    response: { message: 'The article has been deleted.' },
  },
  previewArticle: {
    summary: 'Renders the text of an article as its page would show it.',
    description: 'Nothing is stored. `problems` names parts that are left out or shown in another form.',
    body: { content: articleForm.content },
    response: {
      html: '<h2 id="a-question">A question</h2>',
      toc: [{ id: 'a-question', title: 'A question', level: 2 }],
      words: 9,
      problems: [],
    },
  },
  listAllTestimonials: {
    summary: 'Lists the testimonials, hidden ones too.',
    description: `${listed}\`q\` searches name, role and text; \`status\` is \`shown\` or \`hidden\`.`,
    query: { limit: 50, status: 'shown' },
    response: pageWith(testimonial),
  },
  readTestimonial: { summary: 'Reads a testimonial to edit.', params, response: testimonial },
  createTestimonial: {
    summary: 'Creates a testimonial, which the site shows immediately.',
    description: '`avatarUrl` is the address of an uploaded picture: `/api/pictures/{id}/{width}x{height}`.',
    errors: ['testimonial_exists'],
    body: testimonialForm,
    response: testimonial,
  },
  changeTestimonial: {
    summary: 'Changes a testimonial.',
    description: `${byVersion} \`avatarUrl\` is the address of an uploaded picture, or the stored one.`,
    errors: ['testimonial_exists'],
    params,
    body: { ...testimonialForm, version: 1 },
    response: { ...testimonial, version: 2 },
  },
  showTestimonial: { summary: 'Shows a hidden testimonial on the site again.', params, response: testimonial },
  hideTestimonial: {
    summary: 'Hides a testimonial from the site.',
    params,
    response: { ...testimonial, isActive: false },
  },
  deleteTestimonial: {
    summary: 'Deletes a testimonial.',
    errors: ['comes_from_files'],
    params,
    response: { message: 'The testimonial has been deleted.' },
  },
  listAllRecordings: {
    summary: 'Lists the recordings, hidden ones too.',
    description: `${listed}\`q\` searches the name and Zoom’s topic; \`status\` is \`shown\` or \`hidden\`.`,
    query: { limit: 50, status: 'shown' },
    response: pageWith(recording),
  },
  readRecording: { summary: 'Reads a recording to edit.', params, response: recording },
  renameRecording: {
    summary: 'Renames a recording; an empty name restores Zoom’s topic.',
    description: byVersion,
    params,
    body: { title: 'Practice debate', version: 1 },
    response: { ...recording, title: 'Practice debate', version: 2 },
  },
  hideRecording: {
    summary: 'Hides a recording from every member immediately.',
    params,
    response: { ...recording, isHidden: true },
  },
  showRecording: { summary: 'Shows a hidden recording to members again.', params, response: recording },
} satisfies DocsOf<typeof http>;
