'use client'

import { useRef } from 'react'

type AutoFocusHandler = ((event: Event) => void) | undefined

/**
 * Gives the focus back to what had it when a window opened. Radix does so for a window with a trigger of its own alone;
 * those that open by state would leave the keyboard at the start of the page.
 */
export function useFocusReturn(handlers: {
  onOpenAutoFocus?: AutoFocusHandler
  onCloseAutoFocus?: AutoFocusHandler
}) {
  const opener = useRef<Element | null>(null)
  return {
    onOpenAutoFocus: (event: Event) => {
      opener.current = openerOf(document.activeElement)
      handlers.onOpenAutoFocus?.(event)
    },
    onCloseAutoFocus: (event: Event) => {
      handlers.onCloseAutoFocus?.(event)
      const { current } = opener
      if (event.defaultPrevented || !(current instanceof HTMLElement)) return
      // What was deleted in the window took its button along: then to where the page begins, and not to its very top.
      const place = current.isConnected ? current : document.querySelector('main')
      if (!place) return
      event.preventDefault()
      // What was pressed in the window may have scrolled the page to where it goes on.
      place.focus({ preventScroll: true })
    },
  }
}

/** What a menu's line opened is left to the button of the menu: the line is unmounted by then. */
function openerOf(focused: Element | null): Element | null {
  const button = focused?.closest('[role=menu]')?.getAttribute('aria-labelledby')
  return button ? document.getElementById(button) : focused
}
