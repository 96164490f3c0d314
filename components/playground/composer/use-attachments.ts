import { type DragEvent, useCallback } from 'react'
import { toast } from 'sonner'
import { usePlaygroundStore } from '../store/playground-context'
import { maxImages, readImage } from './read-image'

/** Adds pictures, from wherever they come, to the prompt being written. */
export function useAttachments() {
  const store = usePlaygroundStore()

  const add = useCallback(
    async (files: Iterable<File>) => {
      for (const file of files) {
        const read = await readImage(file)
        const { pending } = store.getState()
        if (!read.ok) toast.error(read.problem)
        else if (pending.images.length >= maxImages)
          toast.error(`A message takes up to ${maxImages} pictures.`)
        else store.update({ pending: { ...pending, images: [...pending.images, read.image] } })
      }
    },
    [store],
  )

  const remove = useCallback(
    (id: string) => {
      const { pending } = store.getState()
      store.update({ pending: { ...pending, images: pending.images.filter((image) => image.id !== id) } })
    },
    [store],
  )

  const dropHandlers = {
    onDragOver: (event: DragEvent) => event.preventDefault(),
    onDrop: (event: DragEvent) => {
      event.preventDefault()
      void add(picturesIn(event.dataTransfer) ?? [])
    },
  }

  return { add, remove, dropHandlers }
}

/** The pictures of a paste or a drop; null when there are none, so that text goes its usual way. */
export function picturesIn(data: DataTransfer | null): File[] | null {
  const files = [...(data?.files ?? [])].filter((file) => file.type.startsWith('image/'))
  return files.length > 0 ? files : null
}
