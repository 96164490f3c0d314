import type { DragEvent } from 'react'
import { toast } from '@/components/ui/toast'
import { createId } from '@/lib/client/create-id'
import type { AttachedImage } from '../conversation/conversation'
import { usePlaygroundStore } from '../store/context'

/** Adds images to the prompt being written: chosen, pasted or dropped. */
export function useAttachments() {
  const store = usePlaygroundStore()

  async function add(files: Iterable<File>) {
    for (const file of files) {
      const read = await readImage(file)
      const { pending } = store.getState()
      if (!read.ok) toast.error(read.problem)
      else if (pending.images.length >= maxImages)
        toast.error(`A message can have up to ${maxImages} images.`)
      else store.update({ pending: { ...pending, images: [...pending.images, read.image] } })
    }
  }

  function remove(id: string) {
    const { pending } = store.getState()
    store.update({ pending: { ...pending, images: pending.images.filter((image) => image.id !== id) } })
  }

  const dropHandlers = {
    onDragOver: (event: DragEvent) => event.preventDefault(),
    onDrop: (event: DragEvent) => {
      event.preventDefault()
      void add(imagesIn(event.dataTransfer) ?? [])
    },
  }

  return { add, remove, dropHandlers }
}

/** The images of a paste or drop; null if there are none, so that text is handled as usual. */
export function imagesIn(data: DataTransfer | null): File[] | null {
  const files = [...(data?.files ?? [])].filter((file) => file.type.startsWith('image/'))
  return files.length > 0 ? files : null
}

export const imageTypes = ['image/png', 'image/jpeg', 'image/webp', 'image/gif']
const maxImageBytes = 4 * 1024 * 1024
const maxImages = 8

type ReadImage = { ok: true; image: AttachedImage } | { ok: false; problem: string }

/** Images are sent as data URLs inside the message. */
async function readImage(file: File): Promise<ReadImage> {
  if (!imageTypes.includes(file.type)) {
    return { ok: false, problem: `${file.name} is not a PNG, JPEG, WebP or GIF image.` }
  }
  if (file.size > maxImageBytes) {
    return { ok: false, problem: `${file.name} is larger than ${maxImageBytes / 1024 / 1024} MB.` }
  }
  try {
    const dataUrl = await readDataUrl(file)
    const image = {
      id: createId('img'),
      name: file.name,
      mediaType: file.type,
      dataUrl,
      sizeBytes: file.size,
    }
    return { ok: true, image }
  } catch {
    return { ok: false, problem: `${file.name} could not be read.` }
  }
}

function readDataUrl(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result))
    reader.onerror = () => reject(reader.error)
    reader.readAsDataURL(file)
  })
}
