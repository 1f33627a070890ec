import type { useReadRoutes } from '#web/features/routes/apply/use-read-routes.ts';
import { paths } from '#web/paths.ts';
import { BusyButton } from '#web/ui/feedback/busy-button.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import layout from '#web/ui/layout/layout.module.css';
import parts from '#web/ui/layout/page-parts.module.css';
import { Button, LinkButton } from '#web/ui/parts/button.tsx';

const CONTINUE = 'apply-continue';
export const focusContinue = () => document.getElementById(CONTINUE)?.focus();

type ContinueBarProps = {
  reading: ReturnType<typeof useReadRoutes>;
  /** Why nothing can be planned now. */
  refusal: string | undefined;
};

/** The end of the form: reads the chosen routes, and tells how far it is. */
export const ContinueBar = ({ reading, refusal }: ContinueBarProps) => (
  <>
    {reading.problem && (
      <Notice tone="danger" role="alert" title="The plan is not ready." className={layout.inCard}>
        {reading.problem} Press Continue to read the rest.
      </Notice>
    )}
    <div className={parts.saveBar}>
      <BusyButton id={CONTINUE} type="submit" busy={reading.busy} refusal={refusal}>
        Continue
      </BusyButton>
      {reading.busy ? (
        <Button
          variant="default"
          onClick={() => {
            // This button goes with the reading.
            focusContinue();
            reading.cancel();
          }}
        >
          Cancel reading
        </Button>
      ) : (
        <LinkButton variant="default" to={paths.routes}>
          Back to routes
        </LinkButton>
      )}
      <span className={`${layout.muted} ${layout.num}`}>
        {reading.status || 'Next: the plan. Nothing changes until you apply it.'}
      </span>
    </div>
  </>
);
