import { Dialog } from '#web/ui/dialog/dialog.tsx';

/** Stands for the dialog until it is there. */
export const PolicyNamesDialog = ({ onClose }: { onClose: () => void }) => (
  <Dialog title="Policy names" onClose={onClose} footer={null}>
    {null}
  </Dialog>
);
