export type Blocked = {
  isBlocked?: boolean;
  /** Id of the text that says why. */
  reasonId?: string;
};

export type BulkCommand = Blocked & {
  label: string;
  onPress: () => void;
  /** In windows wider than so many rem it has a button in the bar. */
  barFrom?: number;
};
