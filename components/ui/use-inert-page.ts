'use client'

import { type RefObject, useEffect } from 'react'

/**
 * While a list is open nothing of the page beneath can be focused. Radix hides the page from screen readers, and would leave
 * its links and buttons where the Tab key finds what is not said.
 */
export function useInertPage(list: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const { current } = list
    // A closed list is drawn outside of the document, for the text of what is chosen.
    if (!current?.isConnected) return
    const hidden = [...document.body.children].filter(
      (element): element is HTMLElement =>
        element instanceof HTMLElement &&
        !element.inert &&
        !isLeftAlone(element) &&
        !element.contains(current),
    )
    for (const element of hidden) element.inert = true
    return () => {
      for (const element of hidden) element.inert = false
    }
  }, [list])
}

function isLeftAlone(element: HTMLElement): boolean {
  return element.matches('script, style, [aria-live], [data-radix-focus-guard]')
}
