import { cva } from 'class-variance-authority'

export const buttonStyle = cva(
  'relative inline-flex shrink-0 items-center justify-center gap-1.5 whitespace-nowrap rounded-md border font-medium transition-colors duration-100 select-none disabled:cursor-not-allowed disabled:opacity-50 aria-disabled:cursor-not-allowed aria-disabled:opacity-50 [&_svg]:shrink-0',
  {
    variants: {
      variant: {
        primary: 'border-transparent bg-primary text-on-primary hover:bg-primary-hover',
        secondary: 'border-line-strong bg-surface text-ink hover:bg-hover',
        ghost: 'border-transparent text-muted hover:bg-hover hover:text-ink data-[state=open]:bg-hover',
        danger: 'border-transparent bg-danger text-on-danger hover:bg-danger-hover',
        'danger-quiet': 'border-line-strong bg-surface text-danger-text hover:bg-danger-soft',
        link: 'border-transparent text-accent-text underline decoration-accent-line underline-offset-3 hover:decoration-current',
      },
      // Touch targets are 40 px. Smaller controls accept presses around them.
      size: {
        sm: 'h-7 px-2.5 text-xs pointer-coarse:h-9 pointer-coarse:after:absolute pointer-coarse:after:-inset-0.75 [&_svg]:size-3.5',
        md: 'h-8 px-3 text-sm pointer-coarse:h-10 [&_svg]:size-4',
        lg: 'h-10 px-4 text-base [&_svg]:size-4',
        icon: 'size-8 pointer-coarse:size-10 [&_svg]:size-4',
        'icon-sm':
          'size-7 pointer-coarse:size-9 pointer-coarse:after:absolute pointer-coarse:after:-inset-0.75 [&_svg]:size-3.5',
      },
    },
    compoundVariants: [{ variant: 'link', class: 'h-auto px-0 pointer-coarse:h-auto' }],
    defaultVariants: { variant: 'secondary', size: 'md' },
  },
)
