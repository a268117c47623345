import { expect, it } from '@jest/globals';
import { html } from './html.ts';

it('escapes interpolated values, in text and attributes', () => {
  const hostile = `<script>"&'`;
  expect(html`<a title="${hostile}">${hostile}</a>`.text).toBe(
    '<a title="&lt;script&gt;&quot;&amp;&#39;">&lt;script&gt;&quot;&amp;&#39;</a>',
  );
});

it('does not escape HTML values, alone and in lists', () => {
  const items = ['a', '<b>'].map((item) => html`<li>${item}</li>`);
  expect(html`<ul>${items}</ul>${html`<hr>`}${3}`.text).toBe('<ul><li>a</li><li>&lt;b&gt;</li></ul><hr>3');
});
