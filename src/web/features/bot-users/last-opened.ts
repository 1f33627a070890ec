let opened: string | undefined;

/** The bot user whose page was open last: on the way back its row gets the focus. */
export const lastOpened = {
  set: (id: string) => void (opened = id),
  /** Once: a later visit starts at the heading. */
  take() {
    const id = opened;
    opened = undefined;
    return id;
  },
};
