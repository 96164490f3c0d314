import { toast } from 'sonner'
import type { ChangeDraft } from '../draft'
import { uploadSource } from './upload-source'

/** A picture from outside is what the video begins with, or one more reference where those are gathered. */
export async function takePicture(file: File, change: ChangeDraft): Promise<void> {
  const uploading = uploadSource(file, ['image'], () => {})
  toast.promise(uploading, {
    loading: 'Uploading the picture…',
    success: 'The picture was added',
    error: (error) => (error instanceof Error ? error.message : 'The picture could not be uploaded.'),
  })
  const media = await uploading.catch(() => null)
  if (media)
    change((before) =>
      before.mode === 'references'
        ? { references: [...before.references, media] }
        : { mode: before.mode === 'ends' ? 'ends' : 'first', first: media, finishes: null },
    )
}
