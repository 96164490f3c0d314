import { useCallback, useState } from 'react'

/** A little before it comes into sight. */
const MARGIN = '64px 0px'

/** Whether an element has ever been in sight, or nearly; hang the ref on it. For what is expensive and may wait until it is looked at. */
export function useNear(): [(element: Element | null) => (() => void) | undefined, boolean] {
  const [isNear, setNear] = useState(false)
  const watch = useCallback((element: Element | null) => {
    if (element === null) return undefined
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return
        observer.disconnect()
        setNear(true)
      },
      { rootMargin: MARGIN },
    )
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return [watch, isNear]
}
