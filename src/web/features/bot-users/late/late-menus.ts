/** The menus of the list: they need Mantine, which nothing else of the list does. */
export { ExportPanel } from '#web/features/bot-users/export/export-panel.tsx';
export { MoreDialog } from '#web/features/bot-users/late/more-dialog.tsx';
export { MorePanel } from '#web/features/bot-users/list/more-panel.tsx';
