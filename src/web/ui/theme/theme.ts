import {
  createTheme,
  DEFAULT_THEME,
  defaultVariantColorsResolver,
  mergeMantineTheme,
  rem,
  type CSSVariablesResolver,
  type MantineColorsTuple,
} from '@mantine/core';

/** The one accent: "live". Index 7 is used on light, 4 on dark. */
const lagoon: MantineColorsTuple = [
  '#eef8f9',
  '#ddf1f3',
  '#b5e5ea',
  '#8be0e8',
  '#4cc3d0',
  '#2aa3b1',
  '#12808f',
  '#0b6775',
  '#07525e',
  '#053c45',
];

/** Which installation this is: marks on the bar, which is ink in both schemes. */
const instance = {
  'instance-grey': '#a9b9c1',
  'instance-blue': '#7fb0ff',
  'instance-green': '#77d491',
  'instance-amber': '#f2bb4a',
  'instance-red': '#ff8c82',
  'instance-violet': '#c5a0f7',
};

const light = {
  canvas: '#f5f7f7',
  surface: '#ffffff',
  sunken: '#ecf0f1',
  hover: '#f0f5f5',
  thead: '#f8fafa',
  selected: '#e3f3f4',
  border: '#dbe2e5',
  control: '#7a8b94',
  text: '#14232a',
  muted: '#3f515b',
  faint: '#5a6c76',
  accent: '#0b6775',
  'accent-soft': '#ddf1f3',
  'accent-text': '#07525e',
  thumb: '#ffffff',
  action: '#14262f',
  'action-hover': '#2a434f',
  'on-action': '#ffffff',
  danger: '#a61f15',
  'danger-hover': '#8a1910',
  'on-danger': '#ffffff',
  'danger-soft': '#fdecea',
  'danger-text': '#9b1c13',
  'danger-line': '#d9695f',
  'warn-soft': '#fff4db',
  'warn-text': '#734500',
  'warn-line': '#b27600',
  'ok-soft': '#e4f5ea',
  'ok-text': '#0f5632',
  bar: '#10222a',
  'bar-text': '#d9e4e8',
  'bar-muted': '#9db2bc',
  'bar-active': '#1e3a45',
  'bar-line': '#2c4754',
  live: '#4cc3d0',
  focus: '#0b6775',
  overlay: 'rgb(12 24 30 / .52)',
  'shadow-card': '0 1px 2px rgb(16 34 42 / .06)',
  'shadow-dialog': '0 16px 48px rgb(16 34 42 / .22), 0 2px 8px rgb(16 34 42 / .12)',
  ...instance,
};

const dark: typeof light = {
  canvas: '#0c1418',
  surface: '#121d23',
  sunken: '#0a1014',
  hover: '#17252c',
  thead: '#0f1a1f',
  selected: '#12333a',
  border: '#263740',
  control: '#667c88',
  text: '#e6eef1',
  muted: '#afc1ca',
  faint: '#8da1ab',
  accent: '#4cc3d0',
  'accent-soft': '#10353c',
  'accent-text': '#8be0e8',
  thumb: '#0e191e',
  action: '#e6eef1',
  'action-hover': '#ffffff',
  'on-action': '#0e191e',
  danger: '#f78176',
  'danger-hover': '#ff9c93',
  'on-danger': '#0e191e',
  'danger-soft': '#3a1713',
  'danger-text': '#ffa79e',
  'danger-line': '#a8453c',
  'warn-soft': '#33250b',
  'warn-text': '#f5c872',
  'warn-line': '#b88424',
  'ok-soft': '#10301f',
  'ok-text': '#7fdca4',
  bar: '#0a1115',
  'bar-text': '#d9e4e8',
  'bar-muted': '#93a8b2',
  'bar-active': '#1a2c34',
  'bar-line': '#263740',
  live: '#4cc3d0',
  focus: '#4cc3d0',
  overlay: 'rgb(0 0 0 / .62)',
  'shadow-card': 'none',
  'shadow-dialog': '0 16px 48px rgb(0 0 0 / .6), 0 0 0 1px #263740',
  ...instance,
};

/** The design's colours by scheme; `--app-{name}` in styles. */
export const tokens = { light, dark };

const asVariables = (scheme: typeof light) => ({
  ...Object.fromEntries(Object.entries(scheme).map(([name, value]) => [`--app-${name}`, value])),
  '--mantine-color-body': scheme.canvas,
  '--mantine-color-text': scheme.text,
  '--mantine-color-bright': scheme.text,
  '--mantine-color-dimmed': scheme.muted,
  '--mantine-color-placeholder': scheme.faint,
  '--mantine-color-anchor': scheme['accent-text'],
  '--mantine-color-error': scheme['danger-text'],
  '--mantine-color-default': scheme.surface,
  '--mantine-color-default-hover': scheme.hover,
  '--mantine-color-default-color': scheme.text,
  '--mantine-color-default-border': scheme.control,
  '--mantine-color-disabled': scheme.sunken,
  '--mantine-color-disabled-color': scheme.muted,
  '--mantine-color-disabled-border': scheme.border,
});

/** Written to a static file at build time: the page's policy allows no style element. */
export const cssVariablesResolver: CSSVariablesResolver = () => ({
  variables: {},
  light: asVariables(light),
  dark: asVariables(dark),
});

function colours(background: string, hover: string, color: string, border?: string) {
  const token = (name: string) => `var(--app-${name})`;
  return {
    background: token(background),
    hover: token(hover),
    color: token(color),
    border: `1px solid ${border ? token(border) : 'transparent'}`,
  };
}

/** Soft surfaces of notices and badges, and the two strong buttons; everything else is Mantine's own. */
export const theme = createTheme({
  colors: { lagoon },
  primaryColor: 'lagoon',
  primaryShade: { light: 7, dark: 4 },
  autoContrast: true,
  focusRing: 'auto',
  respectReducedMotion: true,
  cursorType: 'pointer',
  defaultRadius: 'sm',
  radius: { xs: rem(4), sm: rem(6), md: rem(8), lg: rem(10), xl: rem(12) },
  spacing: { xs: rem(8), sm: rem(12), md: rem(16), lg: rem(20), xl: rem(24) },
  fontFamily: '"Inter", ui-sans-serif, system-ui, -apple-system, "Segoe UI", sans-serif',
  fontFamilyMonospace:
    'ui-monospace, "SF Mono", "Cascadia Mono", "DejaVu Sans Mono", Menlo, Consolas, monospace',
  fontSizes: { xs: rem(12), sm: rem(14), md: rem(14), lg: rem(15), xl: rem(17) },
  headings: {
    fontWeight: '620',
    sizes: {
      h1: { fontSize: rem(22), lineHeight: '1.25' },
      h2: { fontSize: rem(15), lineHeight: '1.35' },
    },
  },
  variantColorResolver: (input) => {
    const { variant, color = '' } = input;
    switch (`${variant} ${color}`) {
      case 'filled action':
      case 'filled danger':
        return colours(color, `${color}-hover`, `on-${color}`);
      case 'default danger':
        return colours('surface', 'danger-soft', 'danger-text', 'control');
      case 'light danger':
      case 'light warn':
        return colours(`${color}-soft`, `${color}-soft`, `${color}-text`, `${color}-line`);
      case 'light live':
        return colours('accent-soft', 'accent-soft', 'accent-text');
      case 'light neutral':
        return colours('surface', 'surface', 'muted', 'border');
    }
    if (variant === 'subtle') return { ...colours('', 'hover', 'text'), background: 'transparent' };
    return defaultVariantColorsResolver(input);
  },
});

/** The theme with every default filled in, for the variables that are written at build time. */
export const fullTheme = mergeMantineTheme(DEFAULT_THEME, theme);
