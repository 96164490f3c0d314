import type { Config } from 'tailwindcss'

/** The only colors are the tokens of app/styles/tokens.css, white and black: Tailwind's own palette is switched off. */
const token = (name: string) => `var(--${name})`
const tokens = (...names: string[]) => Object.fromEntries(names.map((name) => [name, token(name)]))

const easeOut = 'cubic-bezier(0.2, 0.7, 0.2, 1)'

export default {
  content: ['./app/**/*.tsx', './components/**/*.{ts,tsx}'],
  darkMode: ['selector', '[data-theme="dark"]'],
  theme: {
    colors: {
      transparent: 'transparent',
      current: 'currentColor',
      white: '#fff',
      black: '#000',
      // shadcn/ui's names (https://ui.shadcn.com/docs/theming), so that a component of its registry fits as it comes.
      ...tokens('background', 'foreground', 'card', 'card-foreground', 'popover', 'popover-foreground'),
      ...tokens(
        'primary',
        'primary-foreground',
        'secondary',
        'secondary-foreground',
        'muted',
        'muted-foreground',
      ),
      ...tokens(
        'accent',
        'accent-foreground',
        'destructive',
        'destructive-foreground',
        'border',
        'input',
        'ring',
      ),
      ...tokens('chart-1', 'chart-2', 'chart-3', 'chart-4', 'chart-5'),
      // Portico's additions.
      ...tokens(
        'faint-foreground',
        'primary-hover',
        'border-strong',
        'control',
        'scrim',
        'scrim-foreground',
        'chart-rest',
      ),
      ...tokens('brand', 'brand-text', 'brand-soft', 'brand-border', 'brand-foreground'),
      ...tokens('success', 'success-text', 'success-soft', 'success-border'),
      ...tokens('warning', 'warning-text', 'warning-soft', 'warning-border'),
      ...tokens('destructive-hover', 'destructive-text', 'destructive-soft', 'destructive-border'),
    },
    fontFamily: {
      sans: 'var(--font-geist-other), var(--font-geist-sans), ui-sans-serif, system-ui, sans-serif',
      mono: 'var(--font-geist-mono-other), var(--font-geist-mono), ui-monospace, "SFMono-Regular", Menlo, monospace',
    },
    /** A tighter scale than Tailwind's own: the console is set in 13–14 px. */
    fontSize: {
      '2xs': ['0.6875rem', { lineHeight: '1rem' }],
      xs: ['0.75rem', { lineHeight: '1rem' }],
      sm: ['0.8125rem', { lineHeight: '1.25rem' }],
      base: ['0.875rem', { lineHeight: '1.375rem' }],
      md: ['0.9375rem', { lineHeight: '1.5rem' }],
      lg: ['1.0625rem', { lineHeight: '1.625rem', letterSpacing: '-0.011em' }],
      xl: ['1.25rem', { lineHeight: '1.75rem', letterSpacing: '-0.017em' }],
      '2xl': ['1.5rem', { lineHeight: '2rem', letterSpacing: '-0.021em' }],
      '3xl': ['2rem', { lineHeight: '2.375rem', letterSpacing: '-0.028em' }],
      '4xl': ['2.625rem', { lineHeight: '2.875rem', letterSpacing: '-0.034em' }],
      '5xl': ['3.5rem', { lineHeight: '3.625rem', letterSpacing: '-0.04em' }],
      '6xl': ['4.5rem', { lineHeight: '4.5rem', letterSpacing: '-0.045em' }],
    },
    borderRadius: { none: '0', xs: '3px', sm: '4px', md: '6px', lg: '8px', xl: '12px', full: '9999px' },
    extend: {
      boxShadow: { pop: token('pop-shadow') },
      transitionTimingFunction: { out: easeOut },
      /** Their keyframes are in app/styles/motion.css. */
      animation: {
        'fade-in': `fade-in 120ms ${easeOut}`,
        'fade-out': 'fade-out 100ms ease-in forwards',
        'pop-in': `pop-in 140ms ${easeOut}`,
        'pop-out': 'pop-out 90ms ease-in forwards',
        'slide-in-right': `slide-in-right 220ms ${easeOut}`,
        'slide-out-right': 'slide-out-right 150ms ease-in forwards',
        'slide-in-left': `slide-in-left 220ms ${easeOut}`,
        'slide-out-left': 'slide-out-left 150ms ease-in forwards',
        'slide-in-bottom': `slide-in-bottom 220ms ${easeOut}`,
        'slide-out-bottom': 'slide-out-bottom 150ms ease-in forwards',
        advance: 'advance 10s cubic-bezier(0.1, 0.7, 0.3, 1) forwards',
        shimmer: 'shimmer 1.6s ease-in-out infinite',
        spin: 'spin 800ms linear infinite',
      },
    },
  },
} satisfies Config
