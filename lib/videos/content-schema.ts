import { z } from 'zod'
import { characters } from '@/lib/platform/fields'
import { Text, WellFormed } from './text-schema'

/** What a video is made from besides the prompt: one item each of words, a picture, a video, a sound or a draft. */
const Link = z.strictObject({
  url: WellFormed.refine((url) => !/^data:/i.test(url), {
    error:
      'must be a link that can be fetched, not a data: URL: put the file where it can be read, and send its https link',
    abort: true, // else it is too long, which does not help
  })
    .min(1, 'must not be empty')
    .max(4096),
})

export const ContentItem = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('text'), text: Text.check(characters({ most: 32_000 })) }),
  z.strictObject({
    type: z.literal('image_url'),
    image_url: Link,
    role: z.enum(['first_frame', 'last_frame', 'reference_image']).nullish(),
  }),
  z.strictObject({
    type: z.literal('video_url'),
    video_url: Link,
    role: z.enum(['reference_video']).nullish(),
  }),
  z.strictObject({
    type: z.literal('audio_url'),
    audio_url: Link,
    role: z.enum(['reference_audio']).nullish(),
  }),
  z.strictObject({
    type: z.literal('draft_task'),
    draft_task: z.strictObject({ id: z.string().min(1, 'must not be empty') }),
  }),
])
export type ContentItem = z.infer<typeof ContentItem>
