import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DataSource } from 'typeorm';
import type {
  Editorial,
  EditorialArticle,
  EditorialDocument,
  EditorialTestimonial,
} from '@lectern/contracts/content/editorial';
import { type RunningService, startService } from '@lectern/service-kit/process/run-service';
import type { RpcClient } from '@lectern/service-kit/rpc/rpc-client';
import { ownTables } from '@lectern/service-kit/testing/own-tables';
import { TEST_REQUEST_KEY, TestCaller } from '@lectern/service-kit/testing/test-caller';
import { createTestDatabase } from '@lectern/test-kit/test-database';
import { createTestRedis } from '@lectern/test-kit/test-redis';
import { contentService } from '../content.service.ts';
import { migrate } from '../migrate.ts';

export const anArticle = (differences: Partial<EditorialArticle> = {}): EditorialArticle => ({
  slug: 'how-to-begin',
  title: 'How to begin',
  excerpt: 'A beginning.',
  category: 'Delivery',
  author: null,
  publishedAt: '2025-03-01T00:00:00.000Z',
  updatedAt: null,
  metaTitle: 'How to begin a speech',
  metaDescription: 'How a speech begins.',
  isFeatured: false,
  related: [],
  markdown: '## First\n\nBegin.',
  html: '<h2 id="first">First</h2>\n<p>Begin.</p>',
  text: 'First\n\nBegin.',
  words: 2,
  toc: [{ id: 'first', title: 'First', level: 2 }],
  ...differences,
});

export const aTestimonial = (differences: Partial<EditorialTestimonial> = {}): EditorialTestimonial => ({
  key: 'said',
  name: 'Ada O.',
  role: 'Member',
  quote: 'Good.',
  context: 'Debate Club',
  rating: 4,
  sample: false,
  ...differences,
});

export const aDocument = (
  differences: Partial<EditorialDocument> = {},
  content = 'a file',
): EditorialDocument & { content: string } => ({
  key: 'rules',
  title: 'Rules',
  description: 'The rules that apply.',
  kind: 'rules',
  access: 'public',
  group: 'Tournament Prep',
  file: `${differences.key ?? 'rules'}.pdf`,
  bytes: Buffer.byteLength(content),
  pages: 2,
  sha256: createHash('sha256').update(content).digest('hex'),
  ...differences,
  content,
});

export interface EditorialFixture extends Omit<Editorial, 'documents'> {
  documents: (EditorialDocument & { content: string })[];
}

export interface RunningContent {
  readonly dataSource: DataSource;
  readonly rpc: RpcClient;
  readonly redisUrl: string;
  /** Of the database's administrator. */
  readonly adminUrl: string;
  /** Replaces the texts. They are published at the next start. */
  write(texts: Partial<EditorialFixture>): Promise<void>;
  /** Starts another replica, which publishes the written texts. */
  start(differences?: Record<string, string>): Promise<RunningService>;
  /** Stops every replica, and keeps the data. */
  stopReplicas(): Promise<void>;
  stop(): Promise<void>;
}

/** Starts the whole service on an empty, migrated database, with its own texts and settings. */
export const startContent = async (
  texts: Partial<EditorialFixture>,
  differences: Record<string, string> = {},
): Promise<RunningContent> => {
  const [database, redis, root] = await Promise.all([
    createTestDatabase(),
    createTestRedis(),
    mkdtemp(join(tmpdir(), 'lectern-texts-')),
  ]);
  await mkdir(join(root, 'documents'));
  const write = async ({
    articles = [],
    testimonials = [],
    documents = [],
  }: Partial<EditorialFixture>): Promise<void> => {
    await Promise.all(documents.map(({ file, content }) => writeFile(join(root, 'documents', file), content)));
    await writeFile(join(root, 'editorial.json'), JSON.stringify({ articles, testimonials, documents }));
  };
  await write(texts);
  const environment = {
    DEPLOYMENT: 'local',
    LOG_LEVEL: 'silent',
    OPS_PORT: '0',
    REDIS_URL: redis.url,
    REQUEST_KEY: TEST_REQUEST_KEY,
    DATABASE_URL: database.urlFor('content'),
    DATABASE_ADMIN_URL: database.adminUrl,
    EDITORIAL_ROOT: root,
    PICTURES_DIR: join(root, 'pictures'),
    DOCUMENT_LINK_SECRET: '5f2c8e1a9b7d4063c1f8a2e6d97b3045',
    ASSOCIATION_ZOOM_URL: 'https://zoom.us/j/8123456789',
    ASSOCIATION_DISCORD_URL: 'https://discord.com/invite/members',
    ...differences,
  };
  await migrate(environment);
  await ownTables(database, 'content');
  const first = await startService(contentService, environment);
  const running = [first];
  const rpc = new TestCaller(redis.url);
  await rpc.connect();
  const stopReplicas = async (): Promise<void> => {
    await Promise.all(running.splice(0).map((replica) => replica.close()));
  };
  return {
    dataSource: first.dataSource,
    rpc,
    redisUrl: redis.url,
    adminUrl: database.adminUrl,
    write,
    start: async (differences = {}) => {
      const replica = await startService(contentService, { ...environment, ...differences });
      running.push(replica);
      return replica;
    },
    stopReplicas,
    stop: async () => {
      await rpc.close();
      await stopReplicas();
      await database.drop();
      await rm(root, { recursive: true });
    },
  };
};
