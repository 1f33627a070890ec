import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { Bar } from '#web/app/bar.tsx';
import { renderPage } from '#web/test/render.tsx';
import { onDemand } from '#web/ui/on-demand.tsx';

const never = () => new Promise<never>(() => {});
const said = () => screen.getByRole('status').textContent;

it('says that the page of a press is on its way where its code takes long', async () => {
  const { user } = renderPage(<Bar />, { routes: [{ path: '/routes', lazy: never }] });
  await user.click(screen.getByRole('link', { name: 'Routes' }));
  await waitFor(() => expect(said()).toBe('loading…'));
});

it('says it of what opens over the page as well', async () => {
  const Menu = onDemand<'Menu', { Menu: (props: { onClose: () => void }) => null }>(never, 'Menu');
  renderPage(
    <>
      <Bar />
      <Menu onClose={() => {}} />
    </>,
  );
  await waitFor(() => expect(said()).toBe('loading…'));
});
