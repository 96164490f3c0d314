import { findFirstUser } from './repository'

/** Whom to write to about a customer: the person who signed it up. */
export async function readContact(customerId: string): Promise<{ email: string } | null> {
  const user = await findFirstUser(customerId)
  return user && { email: user.email }
}
