/** Where the tabs of a browser tell each other who is signed in, by the id of the user; '' is nobody. Null where there is none. */
export function openSessionChannel(): BroadcastChannel | null {
  return typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('portico-session')
}
