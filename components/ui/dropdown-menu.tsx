'use client'

import { Check, type LucideIcon } from 'lucide-react'
import { DropdownMenu as RadixMenu } from 'radix-ui'
import { type ComponentProps, Fragment, type ReactElement } from 'react'
import { cn } from './cn'
import { menuItemStyle, popStyle } from './control-style'

/**
 * The page stays reachable while a menu is open. A modal Radix menu would hide the page from screen readers but leave it in the
 * tab order.
 */
export function DropdownMenu(props: Omit<ComponentProps<typeof RadixMenu.Root>, 'modal'>) {
  return <RadixMenu.Root modal={false} {...props} />
}

export const DropdownMenuTrigger = RadixMenu.Trigger
export const DropdownMenuRadioGroup = RadixMenu.RadioGroup

export function DropdownMenuContent({
  className,
  sideOffset = 4,
  align = 'end',
  ...rest
}: ComponentProps<typeof RadixMenu.Content>) {
  return (
    // Within a landmark, as all content of a page should be.
    <RadixMenu.Portal container={typeof document === 'undefined' ? null : document.querySelector('main')}>
      <RadixMenu.Content
        sideOffset={sideOffset}
        align={align}
        collisionPadding={8}
        className={cn(popStyle, 'min-w-44 p-1', className)}
        {...rest}
      />
    </RadixMenu.Portal>
  )
}

type ItemProps = ComponentProps<typeof RadixMenu.Item> & { danger?: boolean }

export function DropdownMenuItem({ className, danger, ...rest }: ItemProps) {
  return (
    <RadixMenu.Item
      className={cn(
        menuItemStyle,
        danger
          ? 'text-destructive-text data-highlighted:bg-destructive-soft'
          : '[&_svg]:text-faint-foreground data-highlighted:[&_svg]:text-foreground',
        className,
      )}
      {...rest}
    />
  )
}

export function DropdownMenuRadioItem({
  className,
  children,
  ...rest
}: ComponentProps<typeof RadixMenu.RadioItem>) {
  return (
    <RadixMenu.RadioItem className={cn(menuItemStyle, 'pr-8', className)} {...rest}>
      {children}
      <RadixMenu.ItemIndicator className="absolute right-2">
        <Check className="size-3.5" aria-hidden="true" />
      </RadixMenu.ItemIndicator>
    </RadixMenu.RadioItem>
  )
}

export function DropdownMenuLabel({ className, ...rest }: ComponentProps<typeof RadixMenu.Label>) {
  return <RadixMenu.Label className={cn('px-2 py-1.5 text-xs text-faint-foreground', className)} {...rest} />
}

export function DropdownMenuSeparator({ className, ...rest }: ComponentProps<typeof RadixMenu.Separator>) {
  return <RadixMenu.Separator className={cn('-mx-1 my-1 h-px bg-border', className)} {...rest} />
}

type MenuItem = {
  label: string
  icon: LucideIcon
  onSelect: () => void
  /** Put last, after a separator. */
  danger?: boolean
}

export type MenuProps = {
  button: ReactElement
  items: readonly MenuItem[]
  /** The chosen item moves the focus, so the button must not take it back. */
  givesFocusAway?: boolean
}

/** Loaded when it is opened, so it starts open. */
export function OpenedMenu({ button, items, givesFocusAway = false }: MenuProps) {
  return (
    <DropdownMenu defaultOpen>
      <DropdownMenuTrigger asChild>{button}</DropdownMenuTrigger>
      <DropdownMenuContent onCloseAutoFocus={(event) => givesFocusAway && event.preventDefault()}>
        {items.map(({ label, icon: Icon, onSelect, danger = false }) => (
          <Fragment key={label}>
            {danger && <DropdownMenuSeparator />}
            <DropdownMenuItem danger={danger} onSelect={onSelect}>
              <Icon aria-hidden="true" />
              {label}
            </DropdownMenuItem>
          </Fragment>
        ))}
      </DropdownMenuContent>
    </DropdownMenu>
  )
}
