import {
  colorsTuple,
  createTheme,
  defaultVariantColorsResolver,
  InputWrapperContext,
  type CSSVariablesResolver,
} from '@mantine/core';
import { createElement, use, type ReactNode } from 'react';

/** Mantine draws its dark scheme in these shades, from texts to surfaces. */
const shades = 'text muted faint control border hover hover surface canvas sunken'.split(' ');

/** Around the input of a field: its hint is read out before its error, as they stand. Mantine has them the other way. */
function HintFirst({ children }: { children?: ReactNode }) {
  const wrapper = use(InputWrapperContext);
  const describedBy = wrapper.describedBy?.split(/ +/).toReversed().join(' ');
  return createElement(InputWrapperContext, { value: { ...wrapper, describedBy } }, children);
}

/** Colours of `tokens.css`: Mantine's own greys fail WCAG AA on our surfaces. */
const colours = {
  '--mantine-color-body': 'var(--app-surface)',
  '--mantine-color-text': 'var(--app-text)',
  '--mantine-color-dimmed': 'var(--app-muted)',
  '--mantine-color-placeholder': 'var(--app-faint)',
  '--mantine-color-error': 'var(--app-danger-text)',
  '--mantine-color-default': 'var(--app-surface)',
  '--mantine-color-default-hover': 'var(--app-hover)',
  '--mantine-color-default-color': 'var(--app-text)',
  '--mantine-color-default-border': 'var(--app-control)',
  '--mantine-color-disabled': 'var(--app-sunken)',
  '--mantine-color-disabled-color': 'var(--app-muted)',
  '--mantine-color-disabled-border': 'var(--app-border)',
  '--switch-thumb-bg': 'var(--app-mark)',
};

/** The build writes these variables to the style sheet, since the page's policy refuses style elements. */
export const cssVariablesResolver: CSSVariablesResolver = () => ({
  variables: {},
  light: colours,
  dark: colours,
});

/** What opens over the page stays inside its main landmark, where screen readers look. */
const inMain = { target: '#main' };

const overPage = {
  lockScroll: false,
  // By `useModal`.
  returnFocus: false,
  closeOnEscape: false,
  transitionProps: { duration: 0 },
  overlayProps: { bg: 'var(--app-overlay)' }, // as behind the browser's own dialogs
  attributes: { header: { role: 'presentation' } },
  styles: {
    // What follows is as near as below the title of a native dialog.
    header: { minHeight: 0, paddingBottom: 4 },
    // The header stays in sight, and must not cover what has the focus (WCAG 2.4.11); forced colours show the edge.
    content: { scrollPaddingTop: 'min(5rem, 30vh)', border: '1px solid transparent' },
  },
};

const boldLabel = { fontWeight: 'var(--mantine-font-weight-bold)' };

const ownColours = ['accent', 'action', 'danger', 'warn', 'ok'];

export const theme = createTheme({
  // The one accent marks what is on, selected or focused: its colour in either scheme is the token's.
  colors: {
    accent: colorsTuple('var(--app-accent)'),
    dark: colorsTuple(shades.map((name) => `var(--app-${name})`)),
  },
  primaryColor: 'accent',
  respectReducedMotion: true,
  cursorType: 'pointer',
  defaultRadius: 'sm',
  radius: { xs: '4px', sm: '6px', md: '8px', lg: '10px', xl: '12px' },
  spacing: { xs: '8px', sm: '12px', md: '16px', lg: '20px', xl: '24px' },
  fontFamily: 'Inter, ui-sans-serif, system-ui, -apple-system, "Segoe UI", sans-serif',
  fontFamilyMonospace:
    'ui-monospace, "SF Mono", "Cascadia Mono", "DejaVu Sans Mono", Menlo, Consolas, monospace',
  fontSizes: { xs: '0.75rem', sm: '0.875rem', md: '0.875rem', lg: '0.9375rem', xl: '1.0625rem' },
  fontWeights: { regular: '400', medium: '540', bold: '620' },
  // "action" (ink) and "danger" fill buttons; "accent", "danger", "warn" and "ok" soften alerts and badges.
  variantColorResolver: (input) => {
    const name = String(input.color);
    if (!ownColours.includes(name) || input.variant === 'default')
      return defaultVariantColorsResolver(input);
    if (input.variant === 'filled')
      return {
        background: `var(--app-${name})`,
        hover: `var(--app-${name}-hover)`,
        color: 'var(--app-on-fill)',
        border: '1px solid transparent',
      };
    const isSoft = input.variant === 'light';
    return {
      background: isSoft ? `var(--app-${name}-soft)` : 'transparent',
      hover: `var(--app-${name}-soft)`,
      color: `var(--app-${name}-text)`,
      border: `1px solid ${input.variant === 'outline' ? 'currentcolor' : 'transparent'}`,
    };
  },
  components: {
    // The one action that a page or dialog is for is `filled`.
    Button: { defaultProps: { variant: 'default', color: 'action', size: 'sm' } },
    ActionIcon: { defaultProps: { variant: 'subtle', color: 'action', size: 28 } },
    CloseButton: { defaultProps: { 'aria-label': 'Close', size: 28, iconSize: 20 } },
    Alert: {
      // The colour is of the title and the icon: the text is text. An id in it may be wider than a phone.
      styles: { body: { overflowWrap: 'anywhere' }, message: { color: 'var(--app-text)' } },
    },
    Badge: {
      defaultProps: { variant: 'light', radius: 'xl', tt: 'none' },
      styles: { root: { verticalAlign: 'middle' } },
    },
    Checkbox: { defaultProps: { iconColor: 'var(--app-mark)' } },
    Combobox: { styles: { option: { alignContent: 'center' } } },
    Drawer: {
      defaultProps: {
        ...overPage,
        position: 'right',
        closeButtonProps: { 'aria-label': 'Close panel' },
      },
    },
    Input: {
      styles: {
        // Red as Mantine has it with an error, a placeholder looks like the text that is wrong.
        wrapper: { '--input-placeholder-color': 'var(--mantine-color-placeholder)' },
        // A name runs as its first letter does, as it is drawn everywhere else.
        input: { unicodeBidi: 'plaintext' },
      },
    },
    InputWrapper: {
      defaultProps: {
        inputContainer: (children: ReactNode) => createElement(HintFirst, null, children),
        errorProps: { role: 'alert' },
      },
      // The ring of the focus is clear of what stands above and below the field.
      styles: {
        label: { ...boldLabel, paddingBottom: 4 },
        description: { paddingBottom: 4 },
        error: { paddingTop: 2 },
      },
    },
    Menu: {
      defaultProps: {
        position: 'bottom-end',
        offset: 4,
        withInitialFocusPlaceholder: false,
        // In a low window it opens where there is more room, and scrolls, and the page does not.
        preventPositionChangeWhenVisible: false,
        // Its button may be scrolled out of sight; the focus is in the menu.
        hideDetached: false,
        middlewares: { size: true },
        floatingStrategy: 'fixed',
      },
      styles: { dropdown: { overflowY: 'auto', overscrollBehavior: 'contain' } },
    },
    Modal: { defaultProps: { ...overPage, centered: true, radius: 'xl' } },
    PasswordInput: { defaultProps: { visibilityToggleFocusable: true } },
    // Menus and comboboxes open in one.
    Popover: { defaultProps: { portalProps: inMain, transitionProps: { duration: 0 } } },
    Radio: {
      defaultProps: { iconColor: 'var(--app-mark)' },
      styles: {
        // In the middle of the first line: a hint may follow below.
        inner: { marginTop: 'calc((var(--target) - 1.25rem) / 2)' },
        label: { lineHeight: 'var(--target)' },
      },
    },
    Switch: { defaultProps: { withThumbIndicator: false }, styles: { label: boldLabel } },
  },
});
