import type { ComponentProps } from 'react'
import { cn } from './cn'
import { controlStyle } from './control-style'

type TextareaProps = ComponentProps<'textarea'> & {
  /** Grows with the text, up to `max-h-…`. */
  autoGrow?: boolean
}

export function Textarea({ className, autoGrow, ...rest }: TextareaProps) {
  return (
    <textarea
      dir="auto"
      className={cn(
        controlStyle,
        'quiet-scroll min-h-16 px-2.5 py-1.5 leading-5',
        autoGrow ? 'field-sizing-content resize-none' : 'resize-y',
        className,
      )}
      {...rest}
    />
  )
}
