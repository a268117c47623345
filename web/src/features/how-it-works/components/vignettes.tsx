import type { ReactNode } from 'react';

/* Four small drawings, one for each step, all on the same three ruled columns. Decoration: the words beside them say it. */

const Sheet = ({ children }: { children: ReactNode }) => (
  <svg viewBox="0 0 216 132" fill="none" strokeLinecap="round" strokeLinejoin="round" aria-hidden="true">
    <path d="M1 8v116M72 8v116M144 8v116M215 8v116" stroke="var(--rule-strong)" />
    {children}
  </svg>
);

export const Choose = () => (
  <Sheet>
    <path
      d="M16 40h40M16 56h28M16 72h36M88 40h40M88 56h34M88 72h24M160 40h40M160 56h24M160 72h34"
      stroke="var(--control-rule)"
      strokeWidth="3"
    />
    <path d="M96 24c26-12 52 2 48 34s-24 42-48 36-34-32-22-56S100 16 116 18" stroke="var(--aff)" strokeWidth="3.4" />
  </Sheet>
);

export const Sit = () => (
  <Sheet>
    <path
      d="M14 22h44v36H14zM86 22h44v36H86zM158 22h44v36h-44zM14 74h44v36H14zM158 74h44v36h-44z"
      stroke="var(--control-rule)"
      strokeWidth="2.4"
    />
    <path d="M86 74h44v36H86z" stroke="var(--aff)" strokeWidth="4" />
    <path d="M98 105c3-11 17-11 20 0M108 86v.1" stroke="var(--aff)" strokeWidth="5" />
    <path
      d="M29 49c2-8 12-8 14 0M36 36v.1M101 49c2-8 12-8 14 0M108 36v.1M173 49c2-8 12-8 14 0M180 36v.1M29 101c2-8 12-8 14 0M36 88v.1M173 101c2-8 12-8 14 0M180 88v.1"
      stroke="var(--neg)"
      strokeWidth="3"
    />
  </Sheet>
);

export const Speak = () => (
  <Sheet>
    <path d="M12 34h48M12 66h40M12 98h46" stroke="var(--aff)" strokeWidth="3" />
    <path d="M64 34c8-6 14-6 20 0m-8-6 8 6-8 5" stroke="var(--neg)" strokeWidth="2.4" />
    <path d="M92 36h42M92 68h30" stroke="var(--neg)" strokeWidth="3" />
    <path d="M138 36c8-6 14-6 20 0m-8-6 8 6-8 5" stroke="var(--aff)" strokeWidth="2.4" />
    <path d="M164 38h36" stroke="var(--aff)" strokeWidth="3" />
    <path d="m160 96 12 12 26-30" stroke="var(--ok)" strokeWidth="4" />
  </Sheet>
);

export const Compete = () => (
  <Sheet>
    <path d="M10 30h36v28M10 102h36V74M46 66h44v0" stroke="var(--neg)" strokeWidth="3" />
    <path d="M46 58v16" stroke="var(--neg)" strokeWidth="3" />
    <path d="M206 30h-36v28M206 102h-36V74M170 66h-30" stroke="var(--aff)" strokeWidth="3" />
    <path d="M170 58v16" stroke="var(--aff)" strokeWidth="3" />
    <path d="M96 52l40-9" stroke="var(--aff)" strokeWidth="5" />
    <path d="m117 50-4 44M101 94h26" stroke="var(--ink)" strokeWidth="5" />
  </Sheet>
);
