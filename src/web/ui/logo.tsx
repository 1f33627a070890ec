/** What the app is called. */
export const PRODUCT = 'Gatehouse';

export function Logo() {
  return (
    <svg
      width={26}
      height={26}
      viewBox="0 0 26 26"
      fill="none"
      stroke="currentcolor"
      strokeWidth={2.2}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden
    >
      <path d="M9 4H4v18h5M17 4h5v18h-5" />
      <circle cx="13" cy="13" r="3" fill="var(--app-live)" stroke="none" />
    </svg>
  );
}
