const OUTSIDE = [
  [20, 50],
  [66, 50],
  [112, 50],
  [8, 100],
  [52, 100],
  [96, 100],
  [140, 100],
  [30, 150],
  [84, 150],
  [128, 150],
  [14, 200],
  [70, 200],
  [118, 200],
  [44, 250],
  [92, 250],
  [136, 250],
] as const;
const STOPPED = [
  [168, 100],
  [168, 250],
] as const;
const PASSED = [
  [242, 50],
  [242, 200],
  [318, 50],
  [366, 50],
  [404, 50],
  [326, 150],
  [372, 150],
  [312, 200],
  [352, 200],
  [398, 200],
] as const;

/** Decoration: packets before, at and behind the gate of the logo. */
export function GateFigure() {
  const dots = (places: ReadonlyArray<readonly [number, number]>, radius: number) =>
    places.map(([x, y]) => <circle key={`${x} ${y}`} cx={x} cy={y} r={radius} />);
  return (
    <svg viewBox="0 0 420 300" width="100%" style={{ maxWidth: '34rem' }} aria-hidden>
      <g fill="#58717d">{dots(OUTSIDE, 3.5)}</g>
      <g fill="none" stroke="var(--app-bar-muted)" strokeWidth="1.5">
        {dots(STOPPED, 4.5)}
      </g>
      <path
        d="M222 14h-28v272h28M262 14h28v272h-28"
        fill="none"
        stroke="var(--app-live)"
        strokeWidth="2.5"
      />
      <g fill="var(--app-live)">
        {dots(PASSED, 3.5)}
        <circle cx="242" cy="150" r="15" />
      </g>
    </svg>
  );
}
