import { z } from 'zod'
import type { Attachment } from './conversation'
import type { SandboxMessage } from './request-schema'

const image = z.looseObject({ image_url: z.looseObject({ url: z.string() }) })
const audio = z.looseObject({
  input_audio: z.looseObject({ data: z.string(), format: z.string().optional() }),
})
const file = z.looseObject({
  file: z.looseObject({
    filename: z.string().optional(),
    file_data: z.string().optional(),
    file_id: z.string().optional(),
  }),
})

/** What is attached to a message beside its text. */
export function readAttachments({ content }: SandboxMessage): Attachment[] {
  if (typeof content === 'string') return []
  return (content ?? []).flatMap((part): Attachment[] => {
    const asImage = image.safeParse(part)
    if (asImage.success) return [{ kind: 'image', source: asImage.data.image_url.url, label: undefined }]
    const asAudio = audio.safeParse(part)
    if (asAudio.success) {
      const { data, format } = asAudio.data.input_audio
      return [{ kind: 'audio', source: data, label: format }]
    }
    const asFile = file.safeParse(part)
    if (!asFile.success) return []
    const { filename, file_data: data, file_id: id } = asFile.data.file
    return [{ kind: 'file', source: data ?? id ?? '', label: filename }]
  })
}
