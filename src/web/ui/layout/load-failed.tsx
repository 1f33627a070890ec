import CircleAlert from 'lucide-react/icons/circle-alert';
import { Details } from '#web/ui/feedback/details.tsx';
import { CopyTextButton } from '#web/ui/form/copy-button.tsx';
import { StateCard } from '#web/ui/layout/state-card.tsx';
import { Button } from '#web/ui/parts/button.tsx';

type LoadFailedProps = {
  title: string;
  reason: string;
  details: string | undefined;
  onRetry: () => void;
};

export function LoadFailed({ title, reason, details, onRetry }: LoadFailedProps) {
  return (
    <StateCard
      icon={CircleAlert}
      trouble
      alert
      title={title}
      actions={
        <>
          <Button variant="default" onClick={onRetry}>
            Try again
          </Button>
          {details && <CopyTextButton label="Copy details" text={details} />}
        </>
      }
    >
      <p>{reason}</p>
      <Details text={details} />
    </StateCard>
  );
}
