import { Component, type ReactNode } from 'react';

type ErrorBoundaryProps = {
  /** What stands in place of the children once one of them has thrown. */
  renderError: (error: unknown, reset: () => void) => ReactNode;
  children: ReactNode;
};

/** For what is not part of a route; React knows boundaries as classes only. */
export class ErrorBoundary extends Component<
  ErrorBoundaryProps,
  { caught?: { error: unknown } | undefined }
> {
  override state: { caught?: { error: unknown } | undefined } = {};

  static getDerivedStateFromError(error: unknown) {
    return { caught: { error } };
  }

  override render() {
    const { renderError, children } = this.props;
    const { caught } = this.state;
    return caught
      ? renderError(caught.error, () => this.setState({ caught: undefined }))
      : children;
  }
}
