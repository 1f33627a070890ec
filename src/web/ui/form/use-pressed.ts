import { useState } from 'react';

/**
 * What was pressed stands at once; the address, from which the value often comes, follows a moment later.
 *
 * @returns what to show, and what to call on a press
 */
export function usePressed<Value extends string | boolean>(
  value: Value,
): [shown: Value, press: (value: Value) => void] {
  const [pressed, setPressed] = useState<Value>();
  if (pressed === value) setPressed(undefined);
  return [pressed ?? value, setPressed];
}
