import { VisuallyHidden } from '@mantine/core';
import { createContext, use, useState, type ReactNode } from 'react';

const AnnounceContext = createContext<(text: string) => void>(() => {});

/** Announces a text politely; nothing is shown. */
export const useAnnounce = () => use(AnnounceContext);

export function AnnouncerProvider({ children }: { children: ReactNode }) {
  // A new element each time: the same words twice are said twice.
  const [said, setSaid] = useState({ text: '', count: 0 });
  return (
    <AnnounceContext value={(text) => setSaid(({ count }) => ({ text, count: count + 1 }))}>
      {children}
      <VisuallyHidden aria-live="polite">
        <span key={said.count}>{said.text}</span>
      </VisuallyHidden>
    </AnnounceContext>
  );
}
