import { useEffect } from 'react'
import type { PlaygroundStore } from './playground-store'

const channelName = 'portico.playground'

/** Saves when the page is left, and hears of changes made in other tabs. */
export function usePageLife(store: PlaygroundStore): void {
  useEffect(() => {
    const keep = () => {
      void store.flush()
      void store.saveDrafts()
    }
    const leave = () => {
      store.leaving = true
      keep()
    }
    // Back from the browser's page cache: the streams are gone, what they had is in the archive.
    const comeBack = (event: PageTransitionEvent) => {
      if (event.persisted) window.location.reload()
    }
    const onVisibility = () => document.visibilityState === 'hidden' && keep()
    window.addEventListener('pagehide', leave)
    window.addEventListener('pageshow', comeBack)
    document.addEventListener('visibilitychange', onVisibility)
    return () => {
      window.removeEventListener('pagehide', leave)
      window.removeEventListener('pageshow', comeBack)
      document.removeEventListener('visibilitychange', onVisibility)
    }
  }, [store])

  useEffect(() => {
    if (typeof BroadcastChannel === 'undefined') return
    const channel = new BroadcastChannel(`${channelName}.${store.ownerId}`)
    store.onKept = (id) => channel.postMessage(id)
    channel.onmessage = ({ data }: MessageEvent<unknown>) => void store.hear(String(data))
    return () => {
      store.onKept = null
      channel.close()
    }
  }, [store])
}
