import { signIn } from 'next-auth/react'
import { describeSignInError } from '@/lib/identity/schema'

type Credentials = { provider: 'credentials'; email: string; password: string } | { provider: 'demo' }

/** Signs in and gives null, or the sentence that says why not. */
export async function signInWith({ provider, ...credentials }: Credentials): Promise<string | null> {
  try {
    const result = await signIn(provider, { redirect: false, ...credentials })
    if (result?.ok && !result.error) return null
    return describeSignInError(result?.error ?? '')
  } catch {
    return 'The server could not be reached. Check the connection and try again.'
  }
}
