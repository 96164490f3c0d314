import { randomUUID } from 'node:crypto'
import { z } from 'zod'

/** How long a browser stays signed in. */
export const SESSION_SECONDS = 30 * 24 * 60 * 60

/** What a session cookie says of the person it is given to. */
export function sessionClaims(person: { id: string; customerId: string; sessionGeneration: number }) {
  return {
    sub: person.id,
    userId: person.id,
    customerId: person.customerId,
    generation: person.sessionGeneration,
    session: randomUUID(),
  }
}

/** Whom a session cookie names. */
export const SessionClaims = z.object({
  userId: z.string(),
  customerId: z.string(),
  /** Under which of the person's generations it was given; all before the present one have been ended. */
  generation: z.number().default(0),
  /** What signing out ends: this browser's session, and none of the person's others. */
  session: z.string().optional(),
})
