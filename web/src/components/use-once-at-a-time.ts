import { useMutation } from '@tanstack/react-query';
import { useRef } from 'react';

export interface Work<Input, Answer> {
  run: (input: Input) => Promise<Answer>;
  onSuccess: (answer: Answer, input: Input) => void;
  onError: (error: Error) => void;
  onSettled?: (error: Error | null) => void;
}

/**
 * Work that a button starts. A second click during the work does nothing, even if it comes before the button is disabled.
 * `error` is that of the last attempt; `reset` forgets it.
 */
export const useOneAtATime = <Input, Answer>({ run, onSuccess, onError, onSettled }: Work<Input, Answer>) => {
  const running = useRef(false);
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: run,
    onSuccess,
    onError,
    onSettled: (_answer, error) => {
      running.current = false;
      onSettled?.(error);
    },
  });
  const start = (input: Input): void => {
    if (running.current) return;
    running.current = true;
    mutate(input);
  };
  return { start, isPending, error, reset };
};
