/** How long a browser stays signed in. */
export const SESSION_SECONDS = 30 * 24 * 60 * 60

/** What a session cookie says of the person it is given to. */
export function sessionClaims(person: { id: string; customerId: string; sessionGeneration: number }) {
  return {
    sub: person.id,
    userId: person.id,
    customerId: person.customerId,
    generation: person.sessionGeneration,
  }
}
