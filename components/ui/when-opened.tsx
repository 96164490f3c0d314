'use client'

import { Slot } from 'radix-ui'
import { type ComponentType, lazy, type ReactElement, type ReactNode, Suspense, useState } from 'react'
import type { ConfirmDialogProps } from './confirm-window'
import type { MenuProps } from './dropdown-menu'
import type { PopoverProps } from './popover'

/** Windows without `open` are mounted to be opened. */
const hasOpened = (props: object) => !('open' in props) || props.open === true

/** A window whose code is loaded when it is first opened. It stays mounted, so that closing can be animated. */
export function whenOpened<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  isOpen: (props: Props) => boolean = hasOpened,
): ComponentType<Props> {
  const Window: ComponentType<Props> = lazy(async () => ({ default: await load() }))
  return (props) => (
    <OnceOpened open={isOpen(props)}>
      <Window {...props} />
    </OnceOpened>
  )
}

function OnceOpened({ open, children }: { open: boolean; children: ReactNode }) {
  const [wasOpened, setOpened] = useState(false)
  if (open && !wasOpened) setOpened(true)
  return wasOpened ? <Suspense fallback={null}>{children}</Suspense> : null
}

export const ConfirmDialog = whenOpened<ConfirmDialogProps>(() =>
  import('./confirm-window').then((module) => module.ConfirmWindow),
)

/** Only a button until it is first pressed. What it opens is preloaded on hover and focus, and starts open. */
export function openedLater<Props extends { button: ReactElement }>(
  kind: 'menu' | 'dialog',
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> {
  const Opened: ComponentType<Props> = lazy(async () => ({ default: await load() }))
  return (props) => {
    const [isWanted, setWanted] = useState(false)
    const closed = (
      <Slot.Root
        aria-haspopup={kind}
        aria-expanded={false}
        onPointerEnter={() => void load()}
        onFocus={() => void load()}
        onClick={() => setWanted(true)}
        onKeyDown={({ key }) => kind === 'menu' && key === 'ArrowDown' && setWanted(true)}
      >
        {props.button}
      </Slot.Root>
    )
    if (!isWanted) return closed
    return (
      <Suspense fallback={closed}>
        <Opened {...props} />
      </Suspense>
    )
  }
}

export const MenuButton = openedLater<MenuProps>('menu', () =>
  import('./dropdown-menu').then((module) => module.OpenedMenu),
)

export const PopoverButton = openedLater<PopoverProps>('dialog', () =>
  import('./popover').then((module) => module.OpenedPopover),
)
