// @vitest-environment happy-dom
import { renderToString } from 'react-dom/server';
import { expect, it } from 'vitest';
import { Page, PageExtras } from '#web/ui/layout/page.tsx';

const draw = (title: string, extra?: string) =>
  renderToString(
    <PageExtras value={{ title: extra, below: extra && <p>the job</p> }}>
      <Page title={title} heading="Bot users">
        <p>the list</p>
      </Page>
    </PageExtras>,
  );
const titleOf = (html: string) => /<title>(.*)<\/title>/.exec(html)?.[1];

it('has what the app adds between its head and its content', () => {
  expect(draw('Bot users', '84 of 128')).toMatch(/<\/h1>.*the job.*the list/);
  expect(draw('Bot users')).not.toContain('the job');
});

it('tells in its title how far a job is, and an error before it', () => {
  expect(titleOf(draw('Bot users'))).toBe('Bot users · Gatehouse');
  expect(titleOf(draw('Bot users', '84 of 128'))).toBe('84 of 128, Bot users · Gatehouse');
  expect(titleOf(draw('Error: New bot user', '84 of 128'))).toBe(
    'Error: 84 of 128, New bot user · Gatehouse',
  );
});
