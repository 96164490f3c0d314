'use client'

import { useEffect, useEffectEvent, useState } from 'react'

/** A picture that is pasted, or dropped anywhere on the page. Says whether a file is held over the page now. */
export function useOutsidePictures(onPicture: (file: File) => void): boolean {
  const [isOver, setOver] = useState(false)
  const take = useEffectEvent((data: DataTransfer | null): boolean => {
    const picture = [...(data?.files ?? [])].find(({ type }) => type.startsWith('image/'))
    if (picture) onPicture(picture)
    return picture !== undefined
  })
  useEffect(() => {
    const holdsFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') ?? false
    const over = (event: DragEvent) => {
      if (!holdsFiles(event)) return
      event.preventDefault() // or the browser would open the file instead of the page
      setOver(true)
    }
    const leave = (event: DragEvent) => {
      if (event.relatedTarget === null) setOver(false)
    }
    const drop = (event: DragEvent) => {
      setOver(false)
      if (event.defaultPrevented || !holdsFiles(event)) return
      event.preventDefault()
      take(event.dataTransfer)
    }
    const paste = (event: ClipboardEvent) => {
      // Where text comes with the picture, as from a word processor, the text is what is pasted.
      if (event.clipboardData?.types.includes('text/plain')) return
      if (take(event.clipboardData)) event.preventDefault()
    }
    const controller = new AbortController()
    const options = { signal: controller.signal }
    window.addEventListener('dragover', over, options)
    window.addEventListener('dragleave', leave, options)
    window.addEventListener('drop', drop, options)
    window.addEventListener('paste', paste, options)
    return () => controller.abort()
  }, [])
  return isOver
}
