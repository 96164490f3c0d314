import type { KeyboardEvent } from 'react'

/** Ctrl and Enter, or ⌘ and Enter, anywhere in a form presses its button. */
export function submitOnShortcut(event: KeyboardEvent<HTMLFormElement>): void {
  if (event.key !== 'Enter' || !(event.metaKey || event.ctrlKey)) return
  event.preventDefault()
  event.currentTarget.requestSubmit()
}
