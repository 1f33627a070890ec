import { Button } from '@mantine/core';
import { signOut } from '#web/app/sign-out.tsx';
import { SignInForm } from '#web/features/sign-in/sign-in-form.tsx';
import { TopDialog } from '#web/ui/alert-dialog.tsx';

/** Over the page, which is kept: the service refused the key. Without one there is nothing to go back to. */
export function SignInAgain() {
  return (
    <TopDialog
      role="dialog"
      title="Sign in again"
      onClose={() => {}}
      footer={<Button onClick={signOut}>Sign out</Button>}
    >
      <p>Your key stopped working. Sign in with a key of the same account. Your text is kept.</p>
      <SignInForm />
    </TopDialog>
  );
}
