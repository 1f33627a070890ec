import { Button } from '@mantine/core';
import { session } from '#web/session/session.ts';
import { SignInForm } from '#web/features/sign-in/sign-in-form.tsx';
import { Dialog } from '#web/ui/dialog/dialog.tsx';

/** Over the page, which is kept: the service refused the key in the middle of the work. */
export function SignInAgainDialog() {
  return (
    <Dialog
      title="Sign in again"
      // Without a key there is nothing to go back to: Escape keeps the dialog, the button leaves.
      onClose={() => {}}
      footer={
        <Button variant="default" onClick={() => session.end('signed-out')}>
          Sign out
        </Button>
      }
    >
      <p>
        The service no longer accepts the key. Use a key of the same account: what is loaded and
        typed on this page is kept. Reads go on after signing in; a change that was refused waits
        for you.
      </p>
      <SignInForm autoFocus />
    </Dialog>
  );
}
