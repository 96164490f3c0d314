'use client'

import type { ComponentProps, MouseEvent } from 'react'
import { cn } from './cn'
import { TableRow } from './table'

const controls = 'a, button, input, label, select, textarea'

/** A row that can be clicked anywhere: the click goes to its first link or button. */
export function PressableRow({ className, ...rest }: ComponentProps<'tr'>) {
  return (
    <TableRow
      className={cn('cursor-pointer transition-colors duration-75 hover:bg-accent/60', className)}
      onClick={clickFirst}
      {...rest}
    />
  )
}

function clickFirst({
  currentTarget: row,
  target,
  ctrlKey,
  metaKey,
  shiftKey,
}: MouseEvent<HTMLTableRowElement>) {
  // React also bubbles clicks from a row's menu, which is elsewhere in the document.
  if (!(target instanceof Element) || !row.contains(target) || target.closest(controls)) return
  // Selecting text ends with a click as well.
  if (window.getSelection()?.isCollapsed === false) return
  const first = row.querySelector<HTMLElement>('a[href], button')
  first?.focus({ preventScroll: true })
  first?.dispatchEvent(
    new window.MouseEvent('click', { bubbles: true, cancelable: true, ctrlKey, metaKey, shiftKey }),
  )
}
