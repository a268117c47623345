import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  ParentBasedSampler,
  type Sampler,
  SamplingDecision,
  TraceIdRatioBasedSampler,
} from '@opentelemetry/sdk-trace';
import type { ProcessConfig } from '../config/process-config.ts';

/** Decides at random, independent of the trace id, which strangers choose at the edge. */
class LotSampler implements Sampler {
  constructor(private readonly ratio: number) {}

  shouldSample(): { decision: SamplingDecision } {
    return { decision: Math.random() < this.ratio ? SamplingDecision.RECORD_AND_SAMPLED : SamplingDecision.NOT_RECORD };
  }

  toString(): string {
    return `LotSampler{${this.ratio}}`;
  }
}

/**
 * The sampler by the standard's name. With `parentbased` ones a process follows the decision of another one of ours; at
 * the edge the parents are strangers, who could otherwise have each of their requests traced, or none.
 */
export const samplerOf = (
  { OTEL_TRACES_SAMPLER: name, OTEL_TRACES_SAMPLER_ARG: ratio = 1 }: ProcessConfig,
  isEdge: boolean,
): Sampler => {
  switch (name) {
    case 'always_on':
      return new AlwaysOnSampler();
    case 'always_off':
      return new AlwaysOffSampler();
    case 'parentbased_always_on':
      return parentBased(new AlwaysOnSampler(), isEdge ? new AlwaysOnSampler() : undefined);
    case 'parentbased_always_off':
      return parentBased(new AlwaysOffSampler(), isEdge ? new AlwaysOffSampler() : undefined);
    case 'parentbased_traceidratio':
      return parentBased(new TraceIdRatioBasedSampler(ratio), isEdge ? new LotSampler(ratio) : undefined);
  }
};

const parentBased = (root: Sampler, ofStrangers: Sampler | undefined): Sampler =>
  new ParentBasedSampler(
    ofStrangers === undefined
      ? { root }
      : { root, remoteParentSampled: ofStrangers, remoteParentNotSampled: ofStrangers },
  );
