import { Button, FileButton } from '@mantine/core';
import Upload from 'lucide-react/icons/upload';
import { icon } from '#web/ui/icon.ts';

const LISTS = '.csv,.tsv,.txt,.json,.jsonl,text/csv,text/plain,application/json';

type ChooseFilesProps = { name: string; onChange: (files: File[]) => void };

/** A button that takes files with lists. */
export const ChooseFiles = ({ name, onChange }: ChooseFilesProps) => (
  <FileButton
    multiple
    accept={LISTS}
    inputProps={{
      'aria-label': name,
      // Else the same file, corrected, could not be chosen again.
      onClick: (event) => (event.currentTarget.value = ''),
    }}
    onChange={onChange}
  >
    {(button) => (
      <Button {...button} leftSection={<Upload {...icon} />}>
        Choose a file
      </Button>
    )}
  </FileButton>
);
