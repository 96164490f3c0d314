'use client'

import { useEffect } from 'react'
import { openSessionChannel } from './session-channel'

/**
 * The tabs of a browser share one session. When another of them is signed in as somebody else, or nobody is any more, this one
 * is drawn anew: it must not show one person and act for another.
 */
export function SessionWatch({ userId }: { userId: string }) {
  useEffect(() => {
    const channel = openSessionChannel()
    channel?.addEventListener('message', ({ data }) => {
      if (data !== userId) window.location.reload()
    })
    channel?.postMessage(userId)
    return () => channel?.close()
  }, [userId])
  return null
}
