import { z } from 'zod'

/** A text without control characters: Postgres cannot hold NUL at all, and no name of ours has any. */
export const Printable = z.string().regex(/^\P{Cc}*$/u, 'must not contain control characters')
