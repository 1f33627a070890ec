import { Dialog } from '#web/ui/dialog/dialog.tsx';

/** Stands for the dialog until it is there. */
export const AddRoutesDialog = ({ onClose }: { onClose: () => void }) => (
  <Dialog title="Add routes" onClose={onClose} footer={null}>
    {null}
  </Dialog>
);
