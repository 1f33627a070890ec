/** The menus of the list: they need Mantine, which nothing else of the list does. */
export { ExportPanel } from '#web/features/bot-users/export/export-panel.tsx';
export { MorePanel } from '#web/features/bot-users/list/more-panel.tsx';
export { SaveViewDialog } from '#web/features/bot-users/saved-views/saved-views-items.tsx';
