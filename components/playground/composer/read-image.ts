import { createId } from '@/lib/client/create-id'
import type { AttachedImage } from '../state/conversation'

export const imageTypes = ['image/png', 'image/jpeg', 'image/webp', 'image/gif']
const maxImageBytes = 4 * 1024 * 1024
export const maxImages = 8

export type ReadImage = { ok: true; image: AttachedImage } | { ok: false; problem: string }

/** A picture as it is sent: a data URL inside the message. */
export async function readImage(file: File): Promise<ReadImage> {
  if (!imageTypes.includes(file.type)) {
    return { ok: false, problem: `${file.name} is not a PNG, JPEG, WebP or GIF picture.` }
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
