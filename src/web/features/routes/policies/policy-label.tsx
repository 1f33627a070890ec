import { usePolicyBook } from '#web/features/routes/policies/policy-book.ts';
import { UntrustedText } from '#web/ui/feedback/untrusted-text.tsx';
import layout from '#web/ui/layout/layout.module.css';

/** An IP policy: its name where one is known, then its id. */
export function PolicyLabel({ id }: { id: string }) {
  const name = usePolicyBook().nameOf(id);
  return (
    <>
      {name !== '' && (
        <>
          <UntrustedText text={name} />{' '}
        </>
      )}
      <span className={layout.mono}>
        <UntrustedText text={id} />
      </span>
    </>
  );
}
