import { useRef } from 'react';
import { Outlet } from 'react-router-dom';
import { DefectBar } from '#web/app/defect-bar.tsx';
import { useFocusRescue } from '#web/ui/keyboard/focus.ts';
import styles from './sign-in-frame.module.css';

/** Around the page that has no shell: what concerns every page stands above it. */
export function SignInFrame() {
  const frame = useRef<HTMLDivElement>(null);
  useFocusRescue(frame);
  return (
    <div ref={frame}>
      <div className={styles.notices}>
        <DefectBar />
      </div>
      <Outlet />
    </div>
  );
}
