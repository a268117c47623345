import { useMutation } from '@tanstack/react-query';
import { useRef } from 'react';

export interface Work<Input, Answer> {
  run: (input: Input) => Promise<Answer>;
  onSuccess: (answer: Answer, input: Input) => void;
  onError: (error: Error) => void;
  onSettled?: (error: Error | null) => void;
  /** Of work on one of several things, such as the rows of a list: which one. Work on another one starts meanwhile. */
  subjectOf?: (input: Input) => string;
}

/**
 * Work that a button starts. A second click during the work does nothing, even if it comes before the button is disabled.
 * `error` is that of the last attempt; `reset` forgets it.
 */
export const useOneAtATime = <Input, Answer>({
  run,
  onSuccess,
  onError,
  onSettled,
  subjectOf = () => '',
}: Work<Input, Answer>) => {
  const running = useRef(new Set<string>());
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: run,
    onSuccess,
    onError,
    onSettled: (_answer, error, input) => {
      running.current.delete(subjectOf(input));
      onSettled?.(error);
    },
  });
  const start = (input: Input): void => {
    const subject = subjectOf(input);
    if (running.current.has(subject)) return;
    running.current.add(subject);
    mutate(input);
  };
  return { start, isPending, error, reset };
};
