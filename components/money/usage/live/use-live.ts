'use client'

import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import type { LiveItem, LiveSkipped } from '@/lib/money/usage/schema'

/** A browser does not connect again by itself where the server refused. */
const AGAIN_MILLIS = 10_000
/** A page that is only passed through is not followed, and its own loading comes first. */
const LOOK_MILLIS = 1500
const GATHER_MILLIS = 300

type Followed = {
  /** Null: nothing is followed. */
  path: string | null
  query?: Readonly<Record<string, string | number | undefined>>
  /** Until when the list is known, in milliseconds since 1970. */
  known?: () => number
  list: RefObject<HTMLElement | null>
  onRows: (rows: readonly LiveItem[]) => void
  /** More ended while there was no connection than can be sent. */
  onGap?: () => void
}

/** Whether somebody points at the list, has the keyboard in it, or has scrolled into it: then its rows must not move. */
function isRead(list: HTMLElement | null): boolean {
  if (list === null || list.offsetHeight === 0) return false
  return list.matches(':hover, :has(:focus-visible)') || list.getBoundingClientRect().top < 0
}

/** Follows requests as they are settled, while the page is visible. Those that come while the list is read are held. */
export function useLive({ path, query = {}, known = () => 0, list, onRows, onGap }: Followed) {
  const [connected, setConnected] = useState(false)
  const [held, setHeld] = useState(0)
  /** Rows that came too fast. */
  const [missed, setMissed] = useState(0)
  const waiting = useRef<LiveItem[]>([])
  const showHeld = () => {
    const rows = waiting.current
    waiting.current = []
    setHeld(0)
    onRows(rows)
  }
  const settle = useEffectEvent(() => {
    if (waiting.current.length === 0) return
    if (isRead(list.current)) setHeld(waiting.current.length)
    else showHeld()
  })
  const filters = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) if (value !== undefined) filters.set(name, `${value}`)
  const address = path && `${path}?${filters}`
  const urlOf = useEffectEvent((base: string, last: number) => `${base}&after=${Math.max(last, known())}`)
  const onEvent = useEffectEvent(({ type, data }: MessageEvent<string>) => {
    if (type === 'request') waiting.current.push(JSON.parse(data))
    else {
      const { count }: LiveSkipped = JSON.parse(data)
      if (count === null) onGap?.()
      else setMissed((before) => before + count)
    }
  })
  useEffect(() => {
    if (address === null) return
    let source: EventSource | undefined
    let next: ReturnType<typeof setTimeout> | undefined
    // Of an empty list: what ended while it was loaded.
    let last = Date.now() - 60_000
    const take = (event: MessageEvent<string>) => {
      last = Number(event.lastEventId)
      onEvent(event)
    }
    const close = () => {
      clearTimeout(next)
      source?.close()
      setConnected(false)
    }
    const open = () => {
      close()
      if (document.hidden) return
      const opened = new EventSource(urlOf(address, last))
      source = opened
      opened.addEventListener('request', take)
      opened.addEventListener('skipped', take)
      opened.onopen = () => setConnected(true)
      opened.onerror = () => {
        setConnected(false)
        if (opened.readyState === EventSource.CLOSED) next = setTimeout(open, AGAIN_MILLIS)
      }
    }
    next = setTimeout(open, LOOK_MILLIS)
    const gathering = setInterval(() => settle(), GATHER_MILLIS)
    document.addEventListener('visibilitychange', open)
    return () => {
      clearInterval(gathering)
      document.removeEventListener('visibilitychange', open)
      waiting.current = []
      setHeld(0)
      setMissed(0)
      close()
    }
  }, [address])
  return { connected, held, showHeld, missed }
}
