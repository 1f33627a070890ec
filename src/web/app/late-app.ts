/** What the frame of the pages shows only after a press or a fault: one file. */
export { CountdownNotice, DefectNotice } from '#web/app/fault-notices.tsx';
export { ErrorState, NotFound } from '#web/app/error-states.tsx';
export { Palette } from '#web/app/palette.tsx';
export { ShortcutsDialog } from '#web/app/shortcuts-dialog.tsx';
export { SessionWarning } from '#web/features/sign-in/session-warning.tsx';
export { SignInAgainDialog } from '#web/features/sign-in/sign-in-form.tsx';
export { SignOutDialog } from '#web/app/sign-out-dialog.tsx';
export { WriteAccess } from '#web/app/write-access.tsx';
