import { Button, Textarea } from '@mantine/core';
import { useId, useRef, useState } from 'react';
import { ownHosts, useConfig } from '#web/api/config.ts';
import { session } from '#web/session/session.ts';
import { knownRoutes } from '#web/features/routes/known-routes.ts';
import { addedSentence, readRouteLines } from '#web/features/routes/list/route-lines.ts';
import { FieldError } from '#web/ui/form/field-error.tsx';
import layout from '#web/ui/layout/layout.module.css';
import styles from '../routes.module.css';

/** Takes one or many routes; lines that cannot be read stay in the field. */
export function AddRoutesForm() {
  const [text, setText] = useState('');
  const [result, setResult] = useState({ said: '', failed: false });
  const field = useRef<HTMLTextAreaElement>(null);
  const id = useId();
  const config = useConfig();

  function add() {
    const { routes, unreadable } = readRouteLines(text, ownHosts(config));
    if (session.containsKey(text)) {
      setResult({ said: 'This holds your API key. Nothing was added: take it out.', failed: true });
    } else if (routes.length + unreadable.length === 0) {
      setResult({ said: 'Enter a route address, or an edge id and a route id.', failed: true });
    } else {
      const added = knownRoutes().add(routes);
      setText(unreadable.map((line) => line.text).join('\n'));
      setResult({
        said: addedSentence(added, routes.length - added, unreadable),
        failed: unreadable.length > 0,
      });
    }
    field.current?.focus();
  }

  const saidClass = result.failed ? styles.notRead : styles.said;
  const resultClass = result.said ? saidClass : undefined;
  return (
    <form
      aria-label="Add routes"
      className={`${layout.card} ${layout.pad}`}
      onSubmit={(event) => {
        event.preventDefault();
        add();
      }}
    >
      <div className={styles.addForm}>
        <Textarea
          ref={field}
          className={styles.addField}
          label="Route address or ids"
          description="A route URI, or an edge id and a route id. Many lines add many routes."
          rows={1}
          spellCheck={false}
          autoComplete="off"
          value={text}
          error={result.failed}
          aria-describedby={`${id}-result`}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <Button type="submit">Add routes</Button>
      </div>
      <div id={`${id}-result`} role="status" className={resultClass}>
        {result.failed ? <FieldError text={result.said} /> : result.said}
      </div>
    </form>
  );
}
