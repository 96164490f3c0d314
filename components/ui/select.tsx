'use client'

import { Check, ChevronDown } from 'lucide-react'
import { Select as RadixSelect } from 'radix-ui'
import { type ComponentProps, type ReactNode, type RefObject, useEffect, useRef } from 'react'
import { cn } from './cn'
import { menuItemStyle, popStyle, selectStyle } from './control-style'

export const Select = RadixSelect.Root
export const SelectValue = RadixSelect.Value

export function SelectTrigger({ className, children, ...rest }: ComponentProps<typeof RadixSelect.Trigger>) {
  return (
    <RadixSelect.Trigger className={cn(selectStyle, className)} {...rest}>
      {children}
      <RadixSelect.Icon asChild>
        <ChevronDown className="size-3.5 shrink-0 text-faint-foreground" aria-hidden="true" />
      </RadixSelect.Icon>
    </RadixSelect.Trigger>
  )
}

export function SelectContent({ className, children, ...rest }: ComponentProps<typeof RadixSelect.Content>) {
  return (
    <RadixSelect.Portal>
      <RadixSelect.Content
        position="popper"
        sideOffset={4}
        className={cn(
          popStyle,
          'max-h-(--radix-select-content-available-height) max-w-[calc(100vw-1rem)] min-w-(--radix-select-trigger-width) overflow-hidden',
          className,
        )}
        {...rest}
      >
        <SelectList>{children}</SelectList>
      </RadixSelect.Content>
    </RadixSelect.Portal>
  )
}

function SelectList({ children }: { children: ReactNode }) {
  const list = useRef<HTMLDivElement>(null)
  useInertPage(list)
  return (
    <RadixSelect.Viewport ref={list} className="quiet-scroll max-h-80 overflow-y-auto p-1">
      {children}
    </RadixSelect.Viewport>
  )
}

export function SelectItem({ className, children, ...rest }: ComponentProps<typeof RadixSelect.Item>) {
  return (
    <RadixSelect.Item className={cn(menuItemStyle, 'pr-7', className)} {...rest}>
      <RadixSelect.ItemText>{children}</RadixSelect.ItemText>
      <RadixSelect.ItemIndicator className="absolute right-2">
        <Check className="size-3.5" aria-hidden="true" />
      </RadixSelect.ItemIndicator>
    </RadixSelect.Item>
  )
}

/**
 * Makes the page inert while a list is open. Radix only hides it from screen readers, which would leave links and buttons in
 * the tab order that are not announced.
 */
function useInertPage(list: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const { current } = list
    // A closed list is rendered outside the document, for the text of the chosen item.
    if (!current?.isConnected) return
    const hidden = [...document.body.children].filter(
      (element): element is HTMLElement =>
        element instanceof HTMLElement && !element.inert && !isExempt(element) && !element.contains(current),
    )
    for (const element of hidden) element.inert = true
    return () => {
      for (const element of hidden) element.inert = false
    }
  }, [list])
}

function isExempt(element: HTMLElement): boolean {
  return element.matches('script, style, [aria-live], [data-radix-focus-guard]')
}
