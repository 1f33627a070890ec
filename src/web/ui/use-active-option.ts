import { useCombobox } from '@mantine/core';
import { useState } from 'react';

/**
 * Mantine's combobox, with the id of the option that Enter takes, for `aria-activedescendant` of its target. Mantine tells
 * it of the arrow keys alone, and keeps it when the page chooses the first option.
 */
export function useActiveOption(options?: Parameters<typeof useCombobox>[0]) {
  const store = useCombobox(options);
  const [activeId, setActiveId] = useState<string | null>(null);
  const telling = (select: () => string | null) => () => {
    const id = select();
    setActiveId(id);
    return id;
  };
  const combobox = {
    ...store,
    selectFirstOption: telling(store.selectFirstOption),
    selectActiveOption: telling(store.selectActiveOption),
    selectNextOption: telling(store.selectNextOption),
    selectPreviousOption: telling(store.selectPreviousOption),
    resetSelectedOption() {
      store.resetSelectedOption();
      setActiveId(null);
    },
  };
  return { combobox, activeId: activeId ?? undefined, setActiveId };
}
