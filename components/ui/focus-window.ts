/** As `onOpenAutoFocus` of a window that is opened to be looked at: its first field would raise a phone's keyboard. */
export function focusWindow(event: Event): void {
  event.preventDefault()
  if (event.currentTarget instanceof HTMLElement) event.currentTarget.focus()
}
