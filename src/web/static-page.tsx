import { RuntimeConfig } from '#contract/runtime-config.ts';
import { SignInFields } from '#web/features/sign-in/sign-in-fields.tsx';
import { SignInGate } from '#web/features/sign-in/sign-in-gate.tsx';
import { InstanceContext } from '#web/ui/layout/instance.tsx';

/** What an operator may say is filled in by `web/start`, and hidden until then. */
const config = RuntimeConfig().parse({ service_host: '', demonstration: true });

/** What stands in the document: the form of the sign-in, and the bar for somebody who is signed in. */
export const staticPage = (
  <div data-form="">
    <InstanceContext value={{ name: '', colour: 'grey' }}>
      <SignInGate config={config}>
        <SignInFields config={config} autoFocus />
      </SignInGate>
    </InstanceContext>
  </div>
);
