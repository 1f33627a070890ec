import { RuntimeConfig } from '#contract/runtime-config.ts';
import { SignInFields } from '#web/features/sign-in/sign-in-fields.tsx';
import { SignInGate } from '#web/features/sign-in/sign-in-gate.tsx';
import shell from '#web/app/shell.module.css';
import { InstanceContext } from '#web/ui/layout/instance.tsx';
import { Logo } from '#web/ui/theme/logo.tsx';
import { PRODUCT } from '#web/ui/theme/product.ts';

/** What an operator may say is filled in by `web/start`, and hidden until then. */
const config = RuntimeConfig.parse({ service_host: '', demonstration: true });

/** What stands in the document: the form of the sign-in, and the start of the bar for whoever is signed in. */
export const staticPage = (
  <>
    <header data-bar="" className={shell.bar}>
      <div className={shell.barInner}>
        <span className={shell.brand}>
          <Logo />
          <span>{PRODUCT}</span>
        </span>
      </div>
    </header>
    <div data-form="">
      <InstanceContext value={{ name: '', colour: 'grey' }}>
        <SignInGate config={config}>
          <SignInFields config={config} service="" autoFocus />
        </SignInGate>
      </InstanceContext>
    </div>
  </>
);
