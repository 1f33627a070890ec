/** What the list shows only after a press or a fault, or on paper: one file. */
export { SelectionBar } from '#web/features/bot-users/bulk/selection-bar.tsx';
export { DeleteDialog as DeleteBotUserDialog } from '#web/features/bot-users/delete-dialog.tsx';
export { exportRows } from '#web/features/bot-users/export/export-rows.tsx';
export { ListStates } from '#web/features/bot-users/list/list-states.tsx';
export { CheckProgress, LoadProgress } from '#web/features/bot-users/list/load-progress.tsx';
export { pathToOpen } from '#web/features/bot-users/list/path-to-open.ts';
export { LinkSize, MatchLine, NothingMatches } from '#web/features/bot-users/list/matches.tsx';
export { MoreFilters } from '#web/features/bot-users/list/more-filters.tsx';
export { NameGroupsTable } from '#web/features/bot-users/list/name-groups-table.tsx';
export { PrintedTable } from '#web/features/bot-users/list/printed-table.tsx';
export { QuarantineNote } from '#web/features/bot-users/quarantine/quarantine-note.tsx';
