'use client'

import { type RefObject, useEffectEvent, useLayoutEffect } from 'react'

/** Words typed before the page's scripts ran stand in the box, and React does not know of them: here it is told. */
export function useEarlyText(
  box: RefObject<HTMLTextAreaElement | HTMLInputElement | null>,
  onText: (text: string) => void,
): void {
  const tell = useEffectEvent(onText)
  useLayoutEffect(() => {
    const text = box.current?.value
    if (text) tell(text)
  }, [box])
}
