import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { MiddleCut } from '#web/ui/middle-cut.tsx';

const drawn = (text: string) => renderToStaticMarkup(<MiddleCut text={text} />);

it('has all of a text, and its end for where it is cut', () => {
  const html = drawn('grafana-scraper-of-all-regions-eu-1');
  expect(html).toContain('>grafana-scraper-of-all-regions-eu-1</span>');
  expect(html).toContain('data-end="gions-eu-1"');
});

it.each(['short', 'exactly-twenty-chars', '\u05d0'.repeat(30), '\u{1f916}'.repeat(15)])(
  'has no end of %j, which is short or may end elsewhere',
  (text) => expect(drawn(text)).not.toContain('data-end'),
);
