import { TextInput } from '@mantine/core';
import { useId, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { paths, pathTo } from '#web/paths.ts';
import { session } from '#web/session/session.ts';
import { Dialog } from '#web/ui/dialog.tsx';
import { SubmitButton } from '#web/ui/submit-button.tsx';

/** For a key that may read a bot user but not list them. */
export function OpenByIdDialog({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate();
  const [id, setId] = useState('');
  const [problem, setProblem] = useState<string>();
  const formId = useId();

  function open() {
    const wanted = id.trim();
    const path = pathTo(paths.botUser, { botUserId: wanted });
    if (session.containsKey(wanted)) setProblem('This is your API key, not the id of a bot user');
    else if (path !== undefined) void navigate(path);
    else if (wanted === '') setProblem('Enter the id of a bot user');
    else setProblem('This id cannot be part of an address');
  }

  return (
    <Dialog
      title="Open bot user by id"
      onClose={onClose}
      footer={<SubmitButton form={formId}>Open bot user</SubmitButton>}
    >
      <form
        id={formId}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          open();
        }}
      >
        <TextInput
          data-autofocus
          label="Id"
          autoComplete="off"
          spellCheck={false}
          value={id}
          error={problem}
          errorProps={{ role: 'alert' }}
          onChange={(event) => setId(event.currentTarget.value)}
        />
      </form>
    </Dialog>
  );
}
