'use client'

import type { ComponentProps, MouseEvent } from 'react'
import { cn } from './cn'
import { TableRow } from './table'

const controls = 'a, button, input, label, select, textarea'

/** A row that is about its first link or button: a press anywhere else in it is passed on to that. */
export function PressableRow({ className, ...rest }: ComponentProps<'tr'>) {
  return (
    <TableRow
      className={cn('cursor-pointer transition-colors duration-75 hover:bg-hover/60', className)}
      onClick={passOn}
      {...rest}
    />
  )
}

function passOn({ currentTarget: row, target, ctrlKey, metaKey, shiftKey }: MouseEvent<HTMLTableRowElement>) {
  // React hands over presses in a row's menu too, which stands elsewhere in the document.
  if (!(target instanceof Element) || !row.contains(target) || target.closest(controls)) return
  // Who marks an id to copy it ends with a press as well.
  if (window.getSelection()?.isCollapsed === false) return
  const first = row.querySelector<HTMLElement>('a[href], button')
  first?.focus({ preventScroll: true })
  first?.dispatchEvent(
    new window.MouseEvent('click', { bubbles: true, cancelable: true, ctrlKey, metaKey, shiftKey }),
  )
}
