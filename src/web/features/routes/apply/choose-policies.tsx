import { useState, type MouseEvent } from 'react';
import {
  addTyped,
  removePolicy,
  typePolicies,
  type OrderDraft,
} from '#web/features/routes/apply/order-draft.ts';
import { PolicyField } from '#web/features/routes/policies/policy-field.tsx';
import { PolicyLabel } from '#web/features/routes/policies/policy-label.tsx';
import { shorten } from '#web/lib/format.ts';
import { FieldError } from '#web/ui/form/field-error.tsx';
import { ShowMore } from '#web/ui/layout/show-more.tsx';
import { toSafeLine } from '#web/ui/safe-line.ts';
import { RowButton } from '#web/ui/table/row-controls.tsx';
import styles from './apply.module.css';

const STEP = 50;
export const POLICIES_FIELD = 'apply-policies';

type ChoosePoliciesProps = {
  draft: OrderDraft;
  /** Refused submits: the summary above the heading tells the error then. */
  attempt: number;
};

export function ChoosePolicies({ draft, attempt }: ChoosePoliciesProps) {
  const [most, setMost] = useState(STEP);

  function remove(id: string, { currentTarget }: MouseEvent) {
    const row = currentTarget.closest('li');
    const next = row?.nextElementSibling ?? row?.previousElementSibling;
    // This button goes with its row.
    (next?.querySelector('button') ?? document.getElementById(POLICIES_FIELD))?.focus();
    removePolicy(id);
  }

  return (
    <fieldset className={styles.part}>
      <legend>IP policies</legend>
      <PolicyField
        id={POLICIES_FIELD}
        text={draft.text}
        onText={typePolicies}
        onAdd={addTyped}
        error={draft.fieldError && <FieldError alert={attempt === 0} text={draft.fieldError} />}
        said={draft.said}
      />
      {draft.ids.length > 0 && (
        <div className={styles.list}>
          <ul aria-label="IP policies">
            {draft.ids.slice(0, most).map((id) => (
              <li key={id} className={styles.policy}>
                <span>
                  <PolicyLabel id={id} />
                </span>
                <RowButton
                  drawing="remove"
                  aria-label={`Remove ${shorten(toSafeLine(id))}`}
                  onClick={(event) => remove(id, event)}
                />
              </li>
            ))}
          </ul>
          <ShowMore
            shown={most}
            all={draft.ids.length}
            what="policies"
            label="Show more policies"
            onMore={() => setMost(most + STEP)}
          />
        </div>
      )}
    </fieldset>
  );
}
