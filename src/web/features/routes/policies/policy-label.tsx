import { usePolicyName } from '#web/features/routes/policies/policy-names.ts';
import { shorten } from '#web/lib/format.ts';
import { UntrustedText } from '#web/ui/untrusted-text.tsx';
import layout from '#web/ui/layout/layout.module.css';

/** An IP policy: its name where one is known, then its id. */
export function PolicyLabel({ id }: { id: string }) {
  const name = usePolicyName(id);
  return (
    <>
      {name !== '' && (
        <>
          <UntrustedText text={shorten(name)} />{' '}
        </>
      )}
      <span className={layout.mono}>
        <UntrustedText text={id} />
      </span>
    </>
  );
}
