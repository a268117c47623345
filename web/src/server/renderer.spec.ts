import { describe, expect, it } from 'vitest';
import { SHIPPED_SITE_TEXTS } from '@lectern/contracts/content/site-text-shipped';
import { SHIPPED_PROFILE } from '@lectern/contracts/page-profile';
import { renderPage } from './renderer.tsx';

const HARBOR = {
  name: 'Harbor',
  fullName: 'Harbor Debate & Speech',
  supportEmail: 'hello@harbor.example',
  billingEmail: 'hello@harbor.example',
  careersEmail: 'hello@harbor.example',
  timeZone: 'Asia/Tokyo',
  social: [{ link: 'https://debate.social/@harbor' }],
};

const NEWSLETTERS = { newsletters: [{ id: 'a', subject: 'June', sentAt: '2026-05-31T20:00:00.000Z' }] };

describe('a page', () => {
  it.each(['/', '/about', '/contact', '/terms', '/debate-club', '/no-such-page'])(
    'at %s is of the association that it is rendered for, also while another one’s is being rendered',
    async (path) => {
      const pages = await Promise.all(
        [{}, HARBOR, {}, HARBOR].map((profile) => renderPage(profile, path, { site: SHIPPED_SITE_TEXTS })),
      );
      const [shipped, harbor] = pages.map(({ head, body }) => head + body);
      expect(pages.map(({ head, body }) => head + body)).toEqual([shipped, harbor, shipped, harbor]);
      expect(shipped).toContain(SHIPPED_PROFILE.fullName.replace('&', '&amp;'));
      expect(shipped).not.toMatch(/harbor/i);
      expect(harbor).toContain('Harbor Debate &amp; Speech');
      expect(harbor).toContain('<a href="https://debate.social/@harbor" rel="me noopener">debate.social</a>');
      expect(harbor).not.toMatch(/Lectern|lectern\.example/);
    },
  );

  it('has dates of the association’s zone', async () => {
    const [here, there] = await Promise.all(
      [{}, HARBOR].map((profile) => renderPage(profile, '/newsletters', { ...NEWSLETTERS, site: SHIPPED_SITE_TEXTS })),
    );
    expect([here?.body, there?.body]).toEqual([
      expect.stringContaining('>May 31, 2026<'),
      expect.stringContaining('>June 1, 2026<'),
    ]);
  });
});
