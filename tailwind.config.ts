import type { Config } from 'tailwindcss'

/** Only the tokens of app/styles/tokens.css exist as colours: Tailwind's own palette is switched off. */
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
      muted: token('ink-muted'),
      faint: token('ink-faint'),
      ...tokens('canvas', 'surface', 'sunken', 'overlay', 'hover', 'selected', 'scrim', 'on-scrim', 'focus'),
      ...tokens('line', 'line-strong', 'control', 'ink', 'primary', 'primary-hover', 'on-primary'),
      ...tokens('accent', 'accent-text', 'accent-soft', 'accent-line', 'on-accent'),
      ...tokens('success', 'success-text', 'success-soft', 'success-line'),
      ...tokens('warning', 'warning-text', 'warning-soft', 'warning-line'),
      ...tokens('danger', 'danger-hover', 'danger-text', 'danger-soft', 'danger-line', 'on-danger'),
      ...tokens('series-1', 'series-2', 'series-3', 'series-4', 'series-5', 'series-rest'),
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
