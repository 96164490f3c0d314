import { z } from 'zod'

/** A surrogate that was cut from its pair becomes the replacement character: the database stores none alone. */
export const WellFormed = z.string().overwrite((text) => text.toWellFormed())

/** Words as the database can store them. */
export const Text = WellFormed.refine((text) => !text.includes('\0'), 'must not contain NUL characters')
