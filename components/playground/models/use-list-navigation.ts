import { type KeyboardEvent, useEffect, useRef, useState } from 'react'

type ListNavigation = { count: number; onChoose: (at: number) => void }

/** Arrow keys over a list whose focus stays in the search box above it (the combobox pattern). */
export function useListNavigation({ count, onChoose }: ListNavigation) {
  const [wished, setWished] = useState(0)
  const active = Math.max(0, Math.min(wished, count - 1))
  const listRef = useRef<HTMLDivElement>(null)

  useEffect(() => {
    listRef.current?.querySelector(`[data-at="${active}"]`)?.scrollIntoView({ block: 'nearest' })
  }, [active])

  function onKeyDown(event: KeyboardEvent): void {
    const moves: Record<string, number> = {
      ArrowDown: active + 1,
      ArrowUp: active - 1,
      PageDown: active + 8,
      PageUp: active - 8,
    }
    const next = moves[event.key]
    if (next !== undefined) {
      event.preventDefault()
      // One step past an end goes to the other end; a page stops there.
      const wraps = event.key.startsWith('Arrow')
      setWished(wraps ? (next + count) % Math.max(1, count) : next)
    } else if (event.key === 'Enter' && count > 0 && !event.nativeEvent.isComposing) {
      event.preventDefault()
      onChoose(active)
    }
  }

  return { active, setActive: setWished, listRef, onKeyDown }
}
