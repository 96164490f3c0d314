'use client'

import { type DragEvent, type ReactNode, useState } from 'react'
import { cn } from '@/components/ui/cn'

/** A result of a studio while it is dragged: what a slot needs to use it as a source. */
export type DraggedResult = {
  type: 'image' | 'video'
  url: string
  name: string
  /** The last frame of a video, if it is kept. */
  frame: string | null
}

/** Any page can put text of its own under this type, so it is parsed. */
const TYPE = 'application/x-portico-result'

export function dragResult(event: DragEvent, result: DraggedResult): void {
  event.dataTransfer.setData(TYPE, JSON.stringify(result))
  event.dataTransfer.effectAllowed = 'copy'
}

export function isResult(data: DataTransfer | null): boolean {
  return data?.types.includes(TYPE) ?? false
}

/** Null for anything but a result of ours: its links are of this origin. */
function readResult(data: DataTransfer): DraggedResult | null {
  try {
    const { type, url, name, frame }: Record<string, unknown> = JSON.parse(data.getData(TYPE))
    const isOurs = (link: unknown): link is string =>
      typeof link === 'string' && URL.parse(link)?.origin === window.location.origin
    if ((type !== 'image' && type !== 'video') || !isOurs(url) || typeof name !== 'string') return null
    return { type, url, name, frame: isOurs(frame) ? frame : null }
  } catch {
    return null
  }
}

type ResultDropProps = {
  onResult: (result: DraggedResult) => void
  className?: string
  children: ReactNode
}

/** A slot that results can be dragged into. The menus of a result are the way by keyboard. */
export function ResultDrop({ onResult, className, children }: ResultDropProps) {
  const [isOver, setOver] = useState(false)
  function drop(event: DragEvent) {
    if (!isResult(event.dataTransfer)) return
    event.preventDefault()
    event.stopPropagation() // or the slots around this one would take it too
    setOver(false)
    const result = readResult(event.dataTransfer)
    if (result) onResult(result)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: menus do the same by keyboard
    <div
      onDragOver={(event) => {
        if (!isResult(event.dataTransfer)) return
        event.preventDefault()
        event.stopPropagation()
        setOver(true)
      }}
      onDragLeave={({ currentTarget, relatedTarget }) => {
        if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) setOver(false)
      }}
      onDrop={drop}
      className={cn(
        'rounded-lg',
        isOver && 'outline-2 outline-offset-2 outline-brand outline-dashed',
        className,
      )}
    >
      {children}
    </div>
  )
}
