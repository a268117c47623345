import type { ReactNode } from 'react';
import summary from '../../../components/checkout/summary.module.css';
import { SkeletonWords } from '../../../components/ui/skeleton.tsx';
import { cx } from '../../../lib/cx.ts';

/** A line of a quote; awaited while its value is missing. */
export const Line = ({ name, isTotal = false, children }: { name: string; isTotal?: boolean; children: ReactNode }) => (
  <div className={cx(summary['line'], isTotal && summary['total'])}>
    <dt>{name}</dt>
    <dd>{children ?? <SkeletonWords />}</dd>
  </div>
);
