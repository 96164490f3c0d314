import { z } from 'zod'
import { formatNumber } from '@/lib/client/format/number'
import { lengthError } from '@/lib/client/format/text'
import { AssetType } from '@/lib/media/portraits/schema'

export const NAME_LENGTH = 64

const line = (field: string, most: number) =>
  z
    .string()
    .trim()
    .refine(
      (text) => lengthError(text, most) === undefined,
      `The ${field} may have at most ${formatNumber(most)} characters.`,
    )

/** The form of a person. */
export const GroupFields = z.object({
  Name: line('name', NAME_LENGTH).min(1, 'Enter a name.'),
  Title: line('title', 64),
  Description: line('description', 300),
})
export type GroupFields = z.infer<typeof GroupFields>

/** The form of an asset from a URL. */
export const AssetFields = z.object({
  URL: z
    .string()
    .trim()
    .pipe(
      z.url({
        protocol: /^https?$/,
        error: 'Enter a URL such as https://example.com/portrait.jpg.',
      }),
    ),
  AssetType,
  Name: line('name', NAME_LENGTH),
})
export type AssetFields = z.infer<typeof AssetFields>
