import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { paths, pathTo } from '#web/paths.ts';
import { session } from '#web/session/session.ts';
import { Dialog } from '#web/ui/dialog.tsx';
import type { LeavingState } from '#web/ui/unsaved-guard.tsx';

/** For a key that may read a bot user but not list them. */
export function OpenByIdDialog({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate();
  const [problem, setProblem] = useState<string>();
  const [text, setText] = useState('');

  function open() {
    const id = text.trim();
    const path = pathTo(paths.botUser, { botUserId: id });
    if (session.containsKey(id)) setProblem('This is your API key, not the id of a bot user');
    else if (path !== undefined)
      void navigate(path, { state: { settled: true } satisfies LeavingState });
    else setProblem(id ? 'This id cannot be part of an address' : 'Enter the id of a bot user');
  }

  return (
    <Dialog
      title="Open bot user by id"
      onClose={onClose}
      submit={{ label: 'Open bot user', run: open, isDirty: text.trim() !== '' }}
    >
      <TextInput
        data-autofocus
        label="Id"
        autoComplete="off"
        spellCheck={false}
        error={problem}
        value={text}
        onChange={(event) => {
          setText(event.currentTarget.value);
          setProblem(undefined);
        }}
      />
    </Dialog>
  );
}
