import { describe, expect, it } from 'vitest';
import { html, trusted } from './html.ts';

describe('html', () => {
  it('escapes what it shows, in text and attributes', () => {
    expect(String(html`<a title="${'" onclick="x'}">${'<script>&'}</a>`)).toBe(
      '<a title="&quot; onclick=&quot;x">&lt;script&gt;&amp;</a>',
    );
  });

  it('keeps markup that html made, also in lists', () => {
    expect(String(html`<ul>${['a', '<b>'].map((each) => html`<li>${each}</li>`)}</ul>`)).toBe(
      '<ul><li>a</li><li>&lt;b&gt;</li></ul>',
    );
  });

  it('shows nothing for what is absent', () => {
    expect(String(html`[${null}${undefined}${false}${trusted('<hr>')}${0}]`)).toBe('[<hr>0]');
  });
});
