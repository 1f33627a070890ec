import { useCombobox } from '@mantine/core';
import { useCallback, useState } from 'react';

type Select = () => string | null;

/**
 * Mantine's combobox, with the id of the option that Enter takes, for `aria-activedescendant` of its target. Mantine tells
 * it of the arrow keys alone, and keeps it when the page chooses the first option.
 */
export function useActiveOption(options?: Parameters<typeof useCombobox>[0]) {
  const store = useCombobox(options);
  const [activeId, setActiveId] = useState<string | null>(null);
  const { resetSelectedOption } = store;
  const combobox = {
    ...store,
    selectFirstOption: useTold(store.selectFirstOption, setActiveId),
    selectActiveOption: useTold(store.selectActiveOption, setActiveId),
    selectNextOption: useTold(store.selectNextOption, setActiveId),
    selectPreviousOption: useTold(store.selectPreviousOption, setActiveId),
    resetSelectedOption: useCallback(() => {
      resetSelectedOption();
      setActiveId(null);
    }, [resetSelectedOption]),
  };
  return { combobox, activeId: activeId ?? undefined, setActiveId };
}

function useTold(select: Select, tell: (id: string | null) => void): Select {
  return useCallback(() => {
    const id = select();
    tell(id);
    return id;
  }, [select, tell]);
}
