import { createContext, use, useCallback, useState, type ReactNode } from 'react';

const AnnounceContext = createContext<(text: string) => void>(() => {});

/** Announces a text politely; nothing is shown. */
export const useAnnounce = () => use(AnnounceContext);

export function AnnouncerProvider({ children }: { children: ReactNode }) {
  // A new element each time: the same words twice are said twice.
  const [said, setSaid] = useState({ text: '', count: 0 });
  // The same for ever: whoever announces is not drawn again for what others say.
  const announce = useCallback(
    (text: string) => setSaid(({ count }) => ({ text, count: count + 1 })),
    [],
  );
  return (
    <AnnounceContext value={announce}>
      {children}
      <div className="visually-hidden" aria-live="polite">
        <span key={said.count}>{said.text}</span>
      </div>
    </AnnounceContext>
  );
}
