import type { KeyboardEvent } from 'react'

/** The arrow keys, Home and End go over the tiles of a list: whatever in it carries `data-tile`. */
export function walkTiles(event: KeyboardEvent<HTMLElement>): void {
  if (event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return
  if (!(event.target instanceof HTMLElement)) return
  const tiles = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-tile]')]
  const at = tiles.indexOf(event.target)
  if (at < 0) return
  const places: Record<string, number> = {
    ArrowLeft: at - 1,
    ArrowRight: at + 1,
    Home: 0,
    End: tiles.length - 1,
  }
  const next = tiles[places[event.key] ?? -1]
  if (!next) return
  event.preventDefault()
  next.focus()
}
