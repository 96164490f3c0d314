import type { ComponentProps } from 'react'
import { cn } from './cn'
import { controlStyle } from './control-style'

export function Input({ className, type = 'text', ...rest }: ComponentProps<'input'>) {
  return (
    <input
      type={type}
      dir={type === 'text' || type === 'search' ? 'auto' : undefined}
      className={cn(controlStyle, 'h-8 px-2.5 pointer-coarse:h-10', className)}
      {...rest}
    />
  )
}
