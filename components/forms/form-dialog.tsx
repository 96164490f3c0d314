'use client'

import type { ComponentType } from 'react'
import { whenOpened } from '@/components/ui/when-opened'

type FormProps = { onDone: () => void }

/** A form in a window; both are loaded when it is first opened. */
export function formDialog<Props extends FormProps>(
  load: () => Promise<ComponentType<Props>>,
  /** Of the window. `aria-describedby` is undefined for a form without a description. */
  content: { className?: string; 'aria-describedby'?: undefined } = {},
): ComponentType<Props & { open: boolean }> {
  return whenOpened(async () => {
    const [{ FormWindow }, Form] = await Promise.all([import('./api-form'), load()])
    return (props) => (
      <FormWindow open={props.open} onClose={props.onDone} {...content}>
        <Form {...props} />
      </FormWindow>
    )
  })
}
