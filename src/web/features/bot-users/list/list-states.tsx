import Ban from 'lucide-react/icons/ban';
import Brackets from 'lucide-react/icons/brackets';
import Plus from 'lucide-react/icons/plus';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { failureOf, refusalCause } from '#client/errors.ts';
import { botUserEndpoints } from '#contract/bot-user.ts';
import { curlOf } from '#web/api/call.ts';
import { detailsOf, reasonOf } from '#web/api/failure-text.ts';
import { session } from '#web/session/session.ts';
import { paths, pathTo } from '#web/paths.ts';
import { FormDialog } from '#web/ui/dialog/form-dialog.tsx';
import { Details } from '#web/ui/feedback/details.tsx';
import { FieldError } from '#web/ui/form/field-error.tsx';
import { icon } from '#web/ui/icon.ts';
import { CopyTextButton } from '#web/ui/form/copy-button.tsx';
import { LoadFailed } from '#web/ui/layout/load-failed.tsx';
import { StateCard } from '#web/ui/layout/state-card.tsx';
import { Button, LinkButton } from '#web/ui/parts/button.tsx';
import { TextInput } from '#web/ui/parts/text-input.tsx';

type ListStatesProps = { empty: boolean; error: Error | null; onRetry: () => void };

/** In place of the list: it is empty, or could not be read. */
export function ListStates({ empty, error, onRetry }: ListStatesProps) {
  if (empty) return <FirstRun />;
  if (refusalCause(failureOf(error)) === 'no-right') return <Forbidden error={error} />;
  return (
    <LoadFailed
      title="Bot users could not be loaded"
      reason={reasonOf(error, 'read')}
      details={detailsOf(error)}
      onRetry={onRetry}
    />
  );
}

function FirstRun() {
  const curl = curlOf(botUserEndpoints.create, { body: { name: 'my-first-bot', active: true } });
  return (
    <StateCard
      icon={Brackets}
      title="Create the first bot user"
      actions={
        <>
          <LinkButton to={paths.botUserNew} leftSection={<Plus {...icon} />}>
            New bot user
          </LinkButton>
          <CopyTextButton curl label="Copy as curl" text={curl} />
        </>
      }
    >
      <p>
        A bot user is an identity for a program, not a person. Give each job its own so that you can
        switch one off without stopping the others.
      </p>
    </StateCard>
  );
}

function Forbidden({ error }: { error: Error | null }) {
  return (
    <StateCard
      icon={Ban}
      alert
      title="This key may not list bot users"
      actions={
        <>
          <Button variant="default" onClick={() => session.end('none')}>
            Use another key
          </Button>
          <OpenById />
        </>
      }
    >
      <p>
        {reasonOf(error, 'read')} Sign in with a key that has this right, or open one bot user by
        its id.
      </p>
      <Details text={detailsOf(error)} />
    </StateCard>
  );
}

/** For a key that may read a bot user but not list them. */
function OpenById() {
  const navigate = useNavigate();
  const [open, setOpen] = useState(false);
  const [id, setId] = useState('');
  const [problem, setProblem] = useState<string>();

  function submit() {
    const wanted = id.trim();
    const path = pathTo(paths.botUser, { botUserId: wanted });
    if (session.containsKey(wanted)) setProblem('This is your API key, not the id of a bot user');
    else if (path !== undefined) void navigate(path);
    else
      setProblem(
        wanted === '' ? 'Enter the id of a bot user' : 'This id cannot be part of an address',
      );
  }

  return (
    <>
      <Button variant="subtle" onClick={() => setOpen(true)}>
        Open by id
      </Button>
      {open && (
        <FormDialog
          title="Open bot user by id"
          submitLabel="Open bot user"
          onSubmit={submit}
          onClose={() => setOpen(false)}
        >
          <TextInput
            data-autofocus
            label="Id"
            autoComplete="off"
            spellCheck={false}
            value={id}
            error={problem && <FieldError text={problem} alert />}
            onChange={(event) => setId(event.currentTarget.value)}
          />
        </FormDialog>
      )}
    </>
  );
}
