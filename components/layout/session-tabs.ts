let channel: BroadcastChannel | null | undefined

/** On it, the tabs of a browser share whom they act as; '' is signed out. One for a whole tab, which so does not hear itself. Null if unsupported. */
export function sessionChannel(): BroadcastChannel | null {
  channel ??= typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('portico-session')
  return channel
}

let isLeft = false

/** Whether this tab ends the session itself: what is refused meanwhile needs no other page. */
export const isLeaving = () => isLeft

/** Ends the session in all tabs; then this one shows `path`. */
export async function leaveAllTabs(path: string, end: () => Promise<unknown>): Promise<void> {
  isLeft = true
  // Who comes back is shown the page as it was left.
  window.addEventListener('pageshow', ({ persisted }) => {
    if (persisted) isLeft = false
  })
  try {
    await end()
  } catch (error) {
    isLeft = false
    throw error
  }
  sessionChannel()?.postMessage('')
  window.location.assign(path)
}
