import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { session } from '#web/session/session.ts';
import { paths, pathTo } from '#web/paths.ts';
import { FormDialog } from '#web/ui/dialog/form-dialog.tsx';
import { FieldError } from '#web/ui/form/field-error.tsx';

/** For a key that may read a bot user but not list them. */
export function OpenById() {
  const navigate = useNavigate();
  const [open, setOpen] = useState(false);
  const [id, setId] = useState('');
  const [problem, setProblem] = useState<string>();

  function submit() {
    const wanted = id.trim();
    const path = pathTo(paths.botUser, { botUserId: wanted });
    if (session.containsKey(wanted)) setProblem('This is your API key, not the id of a bot user');
    else if (path !== undefined) void navigate(path);
    else setProblem(wanted === '' ? 'Enter the id of a bot user' : 'No address leads to this id');
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
