'use client'

import { X } from 'lucide-react'
import { Dialog as RadixDialog } from 'radix-ui'
import { type ComponentProps, useEffect, useRef } from 'react'
import { Button } from './button'
import { cn } from './cn'

export const Dialog = RadixDialog.Root
export const DialogClose = RadixDialog.Close

export const scrimStyle =
  'fixed inset-0 z-40 bg-scrim data-[state=open]:animate-fade-in data-[state=closed]:animate-fade-out'

/** A centered window; on phones a sheet from the bottom. Contains DialogHeader, DialogBody and DialogFooter. */
export function DialogContent({ className, children, ...rest }: ComponentProps<typeof RadixDialog.Content>) {
  const focusReturn = useFocusReturn(rest)
  return (
    <RadixDialog.Portal>
      <RadixDialog.Overlay className={scrimStyle} />
      <RadixDialog.Content
        className={cn(
          'fixed z-50 flex flex-col border-border bg-popover shadow-pop outline-none',
          'max-sm:inset-x-0 max-sm:bottom-0 max-sm:max-h-[92dvh] max-sm:rounded-t-xl max-sm:border-t max-sm:data-[state=open]:animate-slide-in-bottom max-sm:data-[state=closed]:animate-slide-out-bottom',
          'sm:top-[max(2rem,12vh)] sm:left-1/2 sm:max-h-[calc(100dvh-max(4rem,24vh))] sm:w-[calc(100vw-2rem)] sm:max-w-lg sm:-translate-x-1/2 sm:rounded-xl sm:border sm:data-[state=open]:animate-fade-in sm:data-[state=closed]:animate-fade-out',
          className,
        )}
        {...rest}
        {...focusReturn}
      >
        {children}
        <RadixDialog.Close asChild>
          <Button
            variant="ghost"
            size="icon-sm"
            className="absolute top-3 right-3 bg-popover"
            aria-label="Close"
          >
            <X aria-hidden="true" />
          </Button>
        </RadixDialog.Close>
      </RadixDialog.Content>
    </RadixDialog.Portal>
  )
}

export function DialogHeader({ className, ...rest }: ComponentProps<'div'>) {
  return <div className={cn('flex flex-col gap-1 px-5 pt-4.5 pr-12 pb-4', className)} {...rest} />
}

export function DialogTitle({ className, ...rest }: ComponentProps<typeof RadixDialog.Title>) {
  return <RadixDialog.Title className={cn('text-md font-semibold text-foreground', className)} {...rest} />
}

export function DialogDescription({ className, ...rest }: ComponentProps<typeof RadixDialog.Description>) {
  return <RadixDialog.Description className={cn('text-sm text-muted-foreground', className)} {...rest} />
}

/** The part that scrolls. */
export function DialogBody({ className, ...rest }: ComponentProps<'div'>) {
  return (
    <div
      className={cn(
        'quiet-scroll flex min-h-0 flex-1 flex-col gap-4 overflow-y-auto px-5 pt-1 pb-5',
        className,
      )}
      {...rest}
    />
  )
}

export function DialogFooter({ className, ...rest }: ComponentProps<'div'>) {
  return (
    <div
      className={cn(
        'flex flex-wrap items-center justify-end gap-2 border-t border-border px-5 py-3 max-sm:pb-[max(0.75rem,env(safe-area-inset-bottom))] max-sm:[&>*]:flex-1',
        className,
      )}
      {...rest}
    />
  )
}

/** For `onOpenAutoFocus` of a window that is opened to be read: focusing its first field would open a phone's keyboard. */
export function focusWindow(event: Event): void {
  event.preventDefault()
  if (event.currentTarget instanceof HTMLElement) event.currentTarget.focus()
}

type AutoFocusHandler = ((event: Event) => void) | undefined

/**
 * Returns the focus to the element that had it when a window opened. Radix does so only for windows with a trigger; others
 * would leave the keyboard at the start of the page.
 */
export function useFocusReturn(handlers: {
  onOpenAutoFocus?: AutoFocusHandler
  onCloseAutoFocus?: AutoFocusHandler
}) {
  const opener = useRef<Element | null>(null)
  // A menu gives the focus back a moment after it is gone. The window may be open by then and take it away again.
  useEffect(() => {
    const onLeave = ({ relatedTarget: next }: FocusEvent) => {
      const isLate = opener.current === document.body && next instanceof Element
      if (isLate && next.matches('[aria-haspopup=menu]')) opener.current = next
    }
    document.addEventListener('focusout', onLeave)
    return () => document.removeEventListener('focusout', onLeave)
  }, [])
  return {
    onOpenAutoFocus: (event: Event) => {
      opener.current = openerOf(document.activeElement)
      handlers.onOpenAutoFocus?.(event)
    },
    onCloseAutoFocus: (event: Event) => {
      handlers.onCloseAutoFocus?.(event)
      const { current } = opener
      if (event.defaultPrevented || !(current instanceof HTMLElement)) return
      // If the button was deleted with its item, the focus goes to <main>, not to the top of the page.
      const place = current.isConnected ? current : document.querySelector('main')
      if (!place) return
      event.preventDefault()
      // The window may have scrolled the page to where the reader continues.
      place.focus({ preventScroll: true })
    },
  }
}

/** A window opened by a menu item returns the focus to the menu's button: the item is unmounted by then. */
function openerOf(focused: Element | null): Element | null {
  const button = focused?.closest('[role=menu]')?.getAttribute('aria-labelledby')
  return button ? document.getElementById(button) : focused
}
