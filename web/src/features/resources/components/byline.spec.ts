import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { Byline } from './byline.tsx';

it('an article’s date is the day in the association’s time zone', () => {
  const written = { author: 'Ada', publishedAt: '2026-11-30T00:21:00.000Z' };
  expect(renderToStaticMarkup(createElement(Byline, written))).toContain('November 29, 2026</time>');
});
