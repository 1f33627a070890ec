/** One file, fetched after the first change. */
export { ChangesButton } from '#web/features/jobs/recent-changes/changes-button.tsx';
export { ReceiptKeys } from '#web/features/jobs/recent-changes/receipt-keys.tsx';
export { RecentChangesPanel } from '#web/features/jobs/recent-changes/recent-changes-panel.tsx';
export { UndoChange } from '#web/features/jobs/recent-changes/undo-change.tsx';
