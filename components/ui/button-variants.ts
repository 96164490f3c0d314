import { cva } from 'class-variance-authority'

export const buttonVariants = cva(
  'relative inline-flex shrink-0 items-center justify-center gap-1.5 whitespace-nowrap rounded-md border font-medium transition-colors duration-100 select-none disabled:cursor-not-allowed disabled:opacity-50 aria-disabled:cursor-not-allowed aria-disabled:opacity-50 [&_svg]:shrink-0',
  {
    variants: {
      variant: {
        default: 'border-transparent bg-primary text-primary-foreground hover:bg-primary-hover',
        outline: 'border-input bg-card text-foreground hover:bg-accent',
        secondary: 'border-transparent bg-secondary text-secondary-foreground hover:bg-secondary/80',
        ghost:
          'border-transparent text-muted-foreground hover:bg-accent hover:text-foreground data-[state=open]:bg-accent',
        destructive:
          'border-transparent bg-destructive text-destructive-foreground hover:bg-destructive-hover',
        'destructive-outline': 'border-input bg-card text-destructive-text hover:bg-destructive-soft',
        link: 'border-transparent text-brand-text underline decoration-brand-border underline-offset-3 hover:decoration-current',
      },
      // Touch targets are 40 px. Smaller controls accept presses around them.
      size: {
        sm: 'h-7 px-2.5 text-xs pointer-coarse:h-9 pointer-coarse:after:absolute pointer-coarse:after:-inset-0.75 [&_svg]:size-3.5',
        default: 'h-8 px-3 text-sm pointer-coarse:h-10 [&_svg]:size-4',
        lg: 'h-10 px-4 text-base [&_svg]:size-4',
        icon: 'size-8 pointer-coarse:size-10 [&_svg]:size-4',
        'icon-sm':
          'size-7 pointer-coarse:size-9 pointer-coarse:after:absolute pointer-coarse:after:-inset-0.75 [&_svg]:size-3.5',
      },
    },
    compoundVariants: [{ variant: 'link', class: 'h-auto px-0 pointer-coarse:h-auto' }],
    defaultVariants: { variant: 'default', size: 'default' },
  },
)
