import { QueryClientProvider } from '@tanstack/react-query';
import { useEffect, useState, type ReactNode } from 'react';
import { Toaster } from '../components/ui/toaster.tsx';
import { adminSession } from '../lib/admin-session.ts';
import { memberSession } from '../lib/member-session.ts';
import { createQueryClient } from '../lib/query-client.ts';
import { personOf } from '../lib/token-person.ts';
import { ErrorBoundary } from './error-boundary.tsx';

const SESSIONS = [
  { session: memberSession, key: 'member' },
  { session: adminSession, key: 'admin' },
] as const;

export const Providers = ({ children }: { children: ReactNode }) => {
  const [client] = useState(createQueryClient);

  // Cached data of one person must not be shown to the next one on the same machine.
  useEffect(() => {
    const ends = SESSIONS.map(({ session, key }) => {
      const person = () => {
        const token = session.token();
        return token === null ? null : personOf(token);
      };
      let seen = person();
      return session.subscribe(() => {
        const now = person();
        if (now === seen) return;
        seen = now;
        client.removeQueries({ queryKey: [key] });
      });
    });
    return () => ends.forEach((end) => end());
  }, [client]);

  return (
    <QueryClientProvider client={client}>
      <ErrorBoundary>{children}</ErrorBoundary>
      <Toaster />
    </QueryClientProvider>
  );
};
