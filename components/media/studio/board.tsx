'use client'

import { type ReactNode, type RefObject, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { Selectable } from '@/components/media/boards/selection'
import { moveBetweenTiles } from './history-frame'

type BoardProps<Item extends { id: string }> = {
  label: string
  items: readonly Item[]
  /** The width that columns come nearest to. */
  columnWidth: number
  fewestColumns: number
  /** How high an item's pictures are in a column of this width. */
  heightOf: (item: Item, width: number) => number
  children: (item: Item) => ReactNode
}

const GAP = 16
/** The words and buttons below the pictures (`CardFoot`), which are equally high for all items. */
const FOOT_REM = 6.875
const COARSE_FOOT_REM = 7.375

/**
 * The results of a studio as masonry. Only the cards near the screen are in the document: their heights are known without
 * measuring them.
 */
export function Board<Item extends { id: string }>(props: BoardProps<Item>) {
  const { label, items, columnWidth, fewestColumns, heightOf, children } = props
  const list = useRef<HTMLUListElement>(null)
  const { width: whole, foot } = useSizes(list)
  const columns = Math.max(fewestColumns, Math.round(whole / columnWidth))
  const width = (whole - GAP * (columns - 1)) / columns
  const { places, height } = useMemo(
    () =>
      layOut(whole === 0 ? [] : items.map((item) => heightOf(item, width) + foot), {
        columns,
        width,
        gap: GAP,
      }),
    [items, heightOf, whole, width, columns, foot],
  )
  const [from, to] = useRangeInView(list)
  const [focused, setFocused] = useState<string | null>(null)
  const shown = items.flatMap((item, index) => {
    const place = places[index]
    const isNear = place && place.top < to && place.top + place.height > from
    return place && (isNear || item.id === focused) ? [{ item, index, place }] : []
  })
  return (
    <ul
      ref={list}
      aria-label={label}
      onKeyDown={moveBetweenTiles}
      onFocus={({ target }) => setFocused(target.closest('li')?.dataset.item ?? null)}
      className="relative"
      style={{ height }}
    >
      {shown.map(({ item, index, place }) => (
        <li
          key={item.id}
          data-item={item.id}
          aria-setsize={items.length}
          aria-posinset={index + 1}
          className="absolute"
          style={{ left: place.left, top: place.top, width, height: place.height }}
        >
          <Card item={item} draw={children} />
        </li>
      ))}
    </ul>
  )
}

/** Where an item of a board stands, in pixels from the board's corner. */
type Place = { left: number; top: number; height: number }

type Layout = { places: Place[]; height: number }

/** Masonry: each item goes to the column that is shortest so far, so that the first items stand at the top. */
export function layOut(
  heights: readonly number[],
  { columns, width, gap }: { columns: number; width: number; gap: number },
): Layout {
  const ends: number[] = Array.from({ length: columns }, () => 0)
  const places = heights.map((height) => {
    const top = Math.min(...ends)
    const column = ends.indexOf(top)
    ends[column] = top + height + gap
    return { left: column * (width + gap), top, height }
  })
  return { places, height: Math.max(0, Math.max(...ends) - gap) }
}

type CardProps<Item> = { item: Item; draw: (item: Item) => ReactNode }

/** Not drawn again when others come into view. */
function Card<Item>({ item, draw }: CardProps<Item>) {
  return useMemo(() => draw(item), [item, draw])
}

/** The width of an element, and the height of the words below pictures; 0 before they are known. */
function useSizes(element: RefObject<HTMLElement | null>) {
  const [sizes, setSizes] = useState({ width: 0, foot: 0 })
  useLayoutEffect(() => {
    const node = element.current
    if (!node) return
    const measure = () => {
      const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize)
      const foot = rem * (matchMedia('(pointer: coarse)').matches ? COARSE_FOOT_REM : FOOT_REM)
      setSizes({ width: node.clientWidth, foot })
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(node)
    return () => observer.disconnect()
  }, [element])
  return sizes
}

/** The range in view moves in steps, so that scrolling redraws only now and then. */
const STEP = 400
/** What is drawn above and below the screen. */
const MARGIN = 600

/** The part of an element that is near the screen, in pixels from its top. */
function useRangeInView(element: RefObject<HTMLElement | null>): [number, number] {
  const [range, setRange] = useState<[number, number]>([0, 2 * MARGIN])
  useEffect(() => {
    const look = () => {
      const top = -(element.current?.getBoundingClientRect().top ?? 0)
      const from = Math.floor(top / STEP) * STEP - MARGIN
      const to = Math.ceil((top + window.innerHeight) / STEP) * STEP + MARGIN
      setRange((before) => (before[0] === from && before[1] === to ? before : [from, to]))
    }
    look()
    const controller = new AbortController()
    window.addEventListener('scroll', look, { signal: controller.signal, passive: true })
    window.addEventListener('resize', look, { signal: controller.signal })
    return () => controller.abort()
  }, [element])
  return range
}

/**
 * One of the facts of a card. No rule for siblings of any kind, `* + *`, draws the dots: for every card that comes or goes, browsers
 * would compute the styles of all cards anew.
 */
export function Fact({ children }: { children: ReactNode }) {
  return <span className="not-first:before:mx-1 not-first:before:content-['·']">{children}</span>
}

type CardFootProps = {
  /** The task, if it has a result. */
  resultOf: string | null
  title: string
  facts: ReactNode
  actions: ReactNode
}

/** What stands below the pictures of a card: as high as `FOOT_REM` says, whatever it contains. */
export function CardFoot({ resultOf, title, facts, actions }: CardFootProps) {
  return (
    <div className="flex flex-col pt-2">
      <div className="h-18.5 overflow-hidden">
        <h2 dir="auto" className="line-clamp-2 text-sm leading-5 break-words text-foreground" title={title}>
          {title}
        </h2>
        <p className="mt-0.5 line-clamp-2 text-xs leading-4 text-faint-foreground [&_time]:whitespace-nowrap">
          {facts}
        </p>
      </div>
      <div className="-ml-1.5 flex">
        <Selectable taskId={resultOf} title={title}>
          {actions}
        </Selectable>
      </div>
    </div>
  )
}
