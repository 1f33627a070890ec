import Upload from 'lucide-react/icons/upload';
import { useRef, useState, type DragEvent, type ReactNode } from 'react';
import { icon } from '#web/ui/icon.ts';
import { Button } from '#web/ui/parts/button.tsx';
import styles from './add.module.css';

type OnFiles = { onFiles: (files: File[]) => void };

export function FileButton({ onFiles }: OnFiles) {
  const chooser = useRef<HTMLInputElement>(null);
  return (
    <div>
      <Button
        size="xs"
        variant="default"
        leftSection={<Upload {...icon} />}
        onClick={() => chooser.current?.click()}
      >
        Choose a file
      </Button>
      <input
        ref={chooser}
        type="file"
        hidden
        multiple
        accept=".csv,.tsv,.txt,.json,.jsonl,text/csv,text/plain,application/json"
        aria-label="List of routes"
        onChange={(event) => {
          const files = [...(event.currentTarget.files ?? [])];
          // The same file can be chosen again.
          event.currentTarget.value = '';
          if (files.length > 0) onFiles(files);
        }}
      />
    </div>
  );
}

const hasFiles = ({ dataTransfer }: DragEvent) => dataTransfer.types.includes('Files');

/** Elsewhere a browser would open the file in place of the page. */
export function DropArea({ onFiles, children }: OnFiles & { children: ReactNode }) {
  const [isOver, setOver] = useState(false);
  return (
    <div
      className={styles.form}
      data-dropping={isOver || undefined}
      onDragOver={(event) => {
        if (!hasFiles(event)) return;
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        if (!hasFiles(event)) return;
        event.preventDefault();
        setOver(false);
        onFiles([...event.dataTransfer.files]);
      }}
    >
      {children}
    </div>
  );
}
