import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'

const nearBottom = 40

type StickToBottom = {
  scrollerRef: RefObject<HTMLDivElement | null>
  contentRef: RefObject<HTMLDivElement | null>
  atBottom: boolean
  jump: (behavior?: ScrollBehavior) => void
}

/**
 * Follows growing content while the reader is at its end; lets go as soon as the reader scrolls up. What is read from its
 * beginning is not followed before the first jump.
 */
export function useStickToBottom(startsAtEnd: boolean): StickToBottom {
  const scrollerRef = useRef<HTMLDivElement>(null)
  const contentRef = useRef<HTMLDivElement>(null)
  const sticking = useRef(startsAtEnd)
  const [atBottom, setAtBottom] = useState(true)

  useEffect(() => {
    const scroller = scrollerRef.current
    const content = contentRef.current
    if (!scroller || !content) return
    scroller.tabIndex = 0 // what scrolls must be in reach of the keyboard
    let lastTop = scroller.scrollTop
    const distance = () => scroller.scrollHeight - scroller.scrollTop - scroller.clientHeight
    const onScroll = () => {
      const left = distance()
      // Content that shrinks moves the position up too, but then the end is in sight.
      if (scroller.scrollTop < lastTop && left > nearBottom) sticking.current = false
      else if (left <= nearBottom) sticking.current = true
      lastTop = scroller.scrollTop
      setAtBottom(left <= nearBottom)
    }
    const observer = new ResizeObserver(() => {
      if (sticking.current) scroller.scrollTop = scroller.scrollHeight
      setAtBottom(distance() <= nearBottom)
    })
    observer.observe(content)
    observer.observe(scroller)
    scroller.addEventListener('scroll', onScroll, { passive: true })
    return () => {
      observer.disconnect()
      scroller.removeEventListener('scroll', onScroll)
    }
  }, [])

  const jump = useCallback((behavior: ScrollBehavior = 'smooth') => {
    sticking.current = true
    const scroller = scrollerRef.current
    scroller?.scrollTo({ top: scroller.scrollHeight, behavior })
  }, [])

  return { scrollerRef, contentRef, atBottom, jump }
}
