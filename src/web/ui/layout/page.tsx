import { createContext, use, useEffect, useRef, type ReactNode } from 'react';
import { useInstance } from '#web/ui/layout/instance.tsx';
import { PRODUCT } from '#web/ui/product.ts';
import layout from './layout.module.css';
import styles from './page.module.css';

export type PageProps = {
  /** Of the document, with the names of the product and the instance after it. */
  title: string;
  heading: ReactNode;
  breadcrumb?: ReactNode;
  /** Above the heading. */
  alert?: ReactNode;
  /** Under the heading. */
  lead?: ReactNode;
  actions?: ReactNode;
  children?: ReactNode;
};

/** What the app adds to every page: words before its title, and what stands under its head. */
export const PageExtras = createContext<{ title?: string | undefined; below?: ReactNode }>({});

/** The page that was opened first keeps the browser's own focus. */
let opened = false;

/** After a navigation the heading gets the focus, unless a part of the page has it already: a new row, say. */
export function Page({ title, heading, breadcrumb, alert, lead, actions, children }: PageProps) {
  const instance = useInstance();
  const extras = use(PageExtras);
  // An error is told before anything else.
  const fullTitle = extras.title ? title.replace(/^(Error: )?/, `$1${extras.title}, `) : title;
  const h1 = useRef<HTMLHeadingElement>(null);

  useEffect(() => {
    const main = document.getElementById('main');
    const taken = main !== document.activeElement && main?.contains(document.activeElement);
    if (opened && !taken) h1.current?.focus({ preventScroll: true });
    opened = true;
  }, []);

  return (
    <>
      <title>{[fullTitle, PRODUCT, instance?.name].filter(Boolean).join(' · ')}</title>
      {breadcrumb}
      <div className={styles.alert}>{alert}</div>
      <div className={styles.head}>
        <div className={styles.words}>
          <h1 ref={h1} tabIndex={-1}>
            {heading}
          </h1>
          {lead}
        </div>
        {actions && <div className={`${layout.row} ${styles.actions}`}>{actions}</div>}
      </div>
      {extras.below}
      {children}
    </>
  );
}

/** Pixels at the top of the screen that lie under what is sticky there. */
export const coveredTop = () =>
  parseFloat(getComputedStyle(document.documentElement).scrollPaddingTop) || 0;
