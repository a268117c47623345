import { Component, type ReactNode } from 'react';
import { ErrorState } from '../components/ui/states.tsx';

/**
 * The last resort: a page that failed to render, or a part of the site that could not be fetched (a lost connection, or
 * a new version that replaced the files). Reloading repairs both.
 */
export class ErrorBoundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override render() {
    if (!this.state.failed) return this.props.children;
    return (
      <main className="page section">
        <ErrorState title="This page could not be shown" onRetry={() => window.location.reload()}>
          Check your connection, then load the page again.
        </ErrorState>
      </main>
    );
  }
}
