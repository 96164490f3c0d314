'use client'

import { type ReactNode, type RefObject, useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'

type Side = 'top' | 'bottom'

type TooltipProps = {
  content: ReactNode
  side?: Side
  /** One focusable element with its own label; the tooltip describes it. */
  children: ReactNode
}

/** How long a pointer rests on an element before its tooltip opens. */
const REST_MILLIS = 300

/** Not Radix's, which would load the positioning code of menus on pages without any. */
export function Tooltip({ content, side = 'top', children }: TooltipProps) {
  const around = useRef<HTMLSpanElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const [isShown, setShown] = useState(false)
  const hide = () => {
    clearTimeout(timer.current)
    setShown(false)
  }
  useEffect(() => () => clearTimeout(timer.current), [])
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only observes; its child is interactive
    <span
      ref={around}
      className="contents"
      onPointerEnter={({ pointerType }) => {
        if (pointerType !== 'touch') timer.current = setTimeout(() => setShown(true), REST_MILLIS)
      }}
      onPointerLeave={hide}
      onPointerDown={hide}
      onFocus={({ target }) => target.matches(':focus-visible') && setShown(true)}
      onBlur={hide}
      onKeyDown={({ key }) => key === 'Escape' && hide()}
    >
      {children}
      {isShown && (
        <TooltipBox around={around} side={side}>
          {content}
        </TooltipBox>
      )}
    </span>
  )
}

type TooltipBoxProps = { around: RefObject<HTMLSpanElement | null>; side: Side; children: ReactNode }

const GAP = 5
const MARGIN = 8

function TooltipBox({ around, side, children }: TooltipBoxProps) {
  const id = useId()
  const box = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const subject = around.current?.firstElementChild
    const { current } = box
    if (!subject || !current) return
    const place = subject.getBoundingClientRect()
    const { width, height } = current.getBoundingClientRect()
    const left = place.left + (place.width - width) / 2
    const isAbove = side === 'top' ? place.top - height - GAP > 0 : place.bottom + height + GAP > innerHeight
    current.style.left = `${Math.max(MARGIN, Math.min(left, document.documentElement.clientWidth - width - MARGIN))}px`
    current.style.top = `${isAbove ? place.top - height - GAP : place.bottom + GAP}px`
    subject.setAttribute('aria-describedby', id)
    return () => subject.removeAttribute('aria-describedby')
  }, [around, side, id])
  return createPortal(
    <div
      ref={box}
      id={id}
      role="tooltip"
      className="pointer-events-none fixed z-50 w-max max-w-72 animate-fade-in rounded-md bg-primary px-2 py-1 text-xs text-primary-foreground"
    >
      {children}
    </div>,
    document.body,
  )
}
