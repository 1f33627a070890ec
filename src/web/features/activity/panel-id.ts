export const PANEL_ID = 'activity-panel';
