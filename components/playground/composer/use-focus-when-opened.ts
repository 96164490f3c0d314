import { type RefObject, useEffect } from 'react'
import { usePlayground } from '../store/playground-context'

/** A new or another conversation: the next thing anyone does is write. */
export function useFocusWhenOpened(
  area: RefObject<HTMLTextAreaElement | null>,
  conversationId: string,
): void {
  const focusAt = usePlayground((state) => state.focusAt)
  useEffect(() => {
    // On a touch screen the focus would raise the keyboard over what was opened to be read.
    if (focusAt > 0 && conversationId !== '' && matchMedia('(pointer: fine)').matches) area.current?.focus()
  }, [focusAt, conversationId, area])
}
