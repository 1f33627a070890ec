import { Checkbox } from '@mantine/core';
import { useRef, useState } from 'react';

/** An empty list that is on needs a consent of its own: nobody knows whether it blocks everyone or no one. */
export function useEmptyConsent(isAsked: boolean) {
  const box = useRef<HTMLInputElement>(null);
  const [isGiven, setGiven] = useState(false);
  const [isMissing, setMissing] = useState(false);
  return {
    /** @returns whether it may be applied; otherwise the box says what is missing */
    confirm() {
      if (isGiven) return true;
      setMissing(true);
      box.current?.focus();
      return false;
    },
    element: isAsked && (
      <Checkbox
        ref={box}
        label="I know the list is empty"
        checked={isGiven}
        error={isMissing && !isGiven && 'Tick this to apply an empty list'}
        onChange={(event) => setGiven(event.currentTarget.checked)}
      />
    ),
  };
}
