import { describe, expect, it } from 'vitest';
import { leavesAtTop } from './leaves-at-top.ts';

describe('leaving the window at the top', () => {
  const out = { clientY: -4, relatedTarget: null };

  it('is the mouse over the upper edge of a wide window', () => {
    expect(leavesAtTop(out, 769)).toBe(true);
    expect(leavesAtTop({ ...out, clientY: 0 }, 1280)).toBe(true);
  });

  it('is neither another edge, nor a narrow screen, nor a move from one part of the page to another', () => {
    expect(leavesAtTop({ ...out, clientY: 300 }, 1280)).toBe(false);
    expect(leavesAtTop(out, 768)).toBe(false);
    expect(leavesAtTop({ ...out, relatedTarget: {} as EventTarget }, 1280)).toBe(false);
  });
});
