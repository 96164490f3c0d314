'use client'

import { type ComponentProps, useEffect, useRef } from 'react'
import { cn } from './cn'

/** A box that scrolls sideways. In the tab order only while it overflows, so that the keyboard can scroll it. */
export function ScrollRegion({ className, ...rest }: ComponentProps<'div'>) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const element = box.current
    if (!element) return
    const update = () => {
      const isSeen = element.clientWidth > 1 // not one for screen readers only
      const scrolls = element.scrollWidth > element.clientWidth || element.scrollHeight > element.clientHeight
      if (isSeen && scrolls) element.tabIndex = 0
      else element.removeAttribute('tabindex')
    }
    const observer = new ResizeObserver(update)
    observer.observe(element)
    if (element.firstElementChild) observer.observe(element.firstElementChild)
    return () => observer.disconnect()
  }, [])
  return (
    <div
      ref={box}
      className={cn('quiet-scroll overflow-x-auto focus-visible:-outline-offset-2', className)}
      {...rest}
    />
  )
}
