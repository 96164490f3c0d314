import { type FullConfig, request } from '@playwright/test'
import { ask, openDemoLink, pay, signUp } from './people'

/** Before all tests: the people that some of them share (`comeAs`), as cookies in the environment of the test run. */
export default async function signInOnce({ projects: [project] }: FullConfig): Promise<void> {
  const open = async () => ({ request: await request.newContext({ baseURL: project?.use.baseURL ?? '' }) })
  const [newcomer, spender] = await Promise.all([open(), open()])
  await signUp(newcomer)
  await openDemoLink(spender.request) // whose browser may pay
  await signUp(spender)
  await pay(spender)
  await ask(spender, '[[fail:upstream_error]]')
  for (const model of ['sandbox/chat', 'sandbox/chat-pro']) await ask(spender, 'Hello', model)
  const cookiesOf = async (one: typeof newcomer) => (await one.request.storageState()).cookies
  process.env.E2E_SESSIONS = JSON.stringify({
    newcomer: await cookiesOf(newcomer),
    spender: await cookiesOf(spender),
  })
  await Promise.all([newcomer, spender].map((one) => one.request.dispose()))
}
