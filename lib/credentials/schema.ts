import { z } from 'zod'

/**
 * What an operator sets for a provider: keys, which take turns, and headers. Both are sealed, and nobody is shown them
 * again but for a key's last four characters.
 */

/** It goes into a header. */
export const ProviderKeyText = z
  .string()
  .trim()
  .min(8, 'must have at least 8 characters')
  .max(4096, 'must have at most 4096 characters')
  .regex(/^[\x21-\x7e]*$/, 'must be visible ASCII characters without spaces')

/** Those that an exchange needs for itself cannot be set. */
const OURS =
  /^(?:host|connection|content-length|transfer-encoding|te|upgrade|expect|trailer|keep-alive|proxy-.*)$/i
const MOST_HEADERS = 20

export const ProviderHeaderMap = z
  .record(
    z
      .string()
      .regex(/^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,100}$/, 'must be the name of a header')
      .refine((name) => !OURS.test(name), 'must not be a header of the connection itself'),
    z
      .string()
      .trim()
      .min(1, 'must not be empty')
      .max(4096, 'must have at most 4096 characters')
      .regex(/^[\x20-\x7e]*$/, 'must be visible ASCII characters'),
  )
  .refine(
    (headers) => Object.keys(headers).length <= MOST_HEADERS,
    `must have at most ${MOST_HEADERS} headers`,
  )
export type ProviderHeaderMap = z.infer<typeof ProviderHeaderMap>

export const StoredKey = z.object({
  id: z.string(),
  last_four: z.string(),
  created_at: z.string(),
  /** Since when the provider does not accept it. */
  refused_at: z.string().nullable(),
  /** False: it was sealed by an encryption key that is not set here any more. */
  is_readable: z.boolean(),
})
export type StoredKey = z.infer<typeof StoredKey>
