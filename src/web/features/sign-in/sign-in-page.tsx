import { Box, Group, Stack, Text } from '@mantine/core';
import { useEffect, useState, useSyncExternalStore, type ReactNode } from 'react';
import type { RuntimeConfig } from '#contract/runtime-config.ts';
import { runtimeConfig } from '#web/api/config.ts';
import { SignInForm } from '#web/features/sign-in/sign-in-form.tsx';
import { ageText, idleText } from '#web/session/session-limits.ts';
import { session } from '#web/session/session.ts';
import { announce } from '#web/ui/announcer.tsx';
import { InstanceTags } from '#web/ui/instance-tag.tsx';
import { Logo, PRODUCT } from '#web/ui/logo.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Page } from '#web/ui/page.tsx';
import figure from './gate-figure.svg';
import styles from './sign-in.module.css';

/** Stands outside of the router: whoever is not signed in needs none of it. */
export function SignInPage({ notice }: { notice?: ReactNode }) {
  const state = useSyncExternalStore(session.subscribe, session.state);
  const config = runtimeConfig();
  const [hasProblem, setProblem] = useState(false);
  const ended = state.kind === 'signed-out' && endTexts(config)[state.reason];
  // The notice comes together with its page, which is often not read out.
  useEffect(() => {
    if (ended) announce('Your session has ended');
  }, [ended]);
  return (
    <>
      <header className="bar">
        <span className="brand">
          <Logo />
          {PRODUCT}
        </span>
      </header>
      <Box display="flex" mih="calc(100dvh - var(--bar-height))">
        <Box component="main" id="main" w="100%" maw="26rem" m="auto" px="xl" py="xl">
          <Stack gap="sm" className="notices">
            {notice}
            {ended && (
              <Notice tone="neutral" role="status">
                {ended}
              </Notice>
            )}
          </Stack>
          <Page
            title={hasProblem ? 'Error: Sign in' : 'Sign in'}
            heading="Sign in"
            lead={
              <Group className="dim" gap="xs">
                <span>
                  to <code>{config.service_host}</code>
                </span>
                <InstanceTags {...config} />
              </Group>
            }
          >
            <SignInForm onProblem={setProblem} />
          </Page>
        </Box>
        <Stack
          component="aside"
          aria-label="About"
          justify="space-between"
          w="50%"
          px="3.5rem"
          py="3rem"
          bg="var(--app-bar)"
          className={styles.about}
        >
          {/* Packets before, at and behind the gate of the logo. */}
          <Box component="img" src={figure} alt="" loading="lazy" maw="34rem" />
          <div>
            <Text component="strong" fz={28} lh={1.2} c="#fff">
              Who may act, and who may pass.
            </Text>
            <Text maw={416} mt="sm" c="var(--app-bar-muted)">
              Bot users and IP restrictions of one account, in one calm place. Every action here is
              a plain API request that you can see and copy.
            </Text>
          </div>
        </Stack>
      </Box>
    </>
  );
}

const endTexts = (config: RuntimeConfig) => ({
  'signed-out':
    'Signed out in every tab of this browser. The key itself still works until it is revoked.',
  idle: `You were signed out after ${idleText(config)} without activity.`,
  age: `You were signed out ${ageText(config)} after signing in.`,
  none: undefined,
});
