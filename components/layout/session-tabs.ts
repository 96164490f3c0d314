let channel: BroadcastChannel | null | undefined

/** Tabs tell each other whom they act as; '' is signed out. A tab has one channel, so it does not hear itself. Null if unsupported. */
export function sessionChannel(): BroadcastChannel | null {
  channel ??= typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('portico-session')
  return channel
}

let isLeft = false

/** Whether this tab is ending the session: requests refused meanwhile must not open another page. */
export const isLeaving = () => isLeft

/** Ends the session in all tabs; then this one shows `path`. */
export async function leaveAllTabs(path: string, end: () => Promise<unknown>): Promise<void> {
  isLeft = true
  // The back button may show this page as it was left.
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
