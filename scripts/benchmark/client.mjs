// Portico's operator API, as an operator at the console uses it: signed in with email and password.
import { Failure } from '../steps/failure.mjs'

const base = '/api-account/admin/benchmarks'

/** The server could not be reached or is just starting: to be asked again. */
export class Away extends Failure {}

/** Signs in and gives `ask(method, path, body)` for the addresses of benchmarks. */
export async function signIn({ url, email, password }) {
  const origin = url.replace(/\/+$/, '')
  const cookies = new Map()
  const send = async (path, init = {}) => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const response = await reach(origin, path, {
      redirect: 'manual',
      ...init,
      headers: { ...init.headers, cookie },
    })
    for (const line of response.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      if (name !== undefined) cookies.set(name, value)
    }
    return response
  }
  const { csrfToken } = await readJson(await send('/api/auth/csrf'))
  const form = new URLSearchParams({ email, password, csrfToken: String(csrfToken), json: 'true' })
  await send('/api/auth/callback/credentials', { method: 'POST', body: form })
  if (![...cookies.keys()].some((name) => name.endsWith('next-auth.session-token')))
    throw new Failure(`${origin} does not let ${email} in: check --email and PORTICO_PASSWORD.`)
  return (method, path, body) => ask(send, method, base + path, body)
}

async function ask(send, method, path, body) {
  const init =
    body === undefined ? {} : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
  const response = await send(path, { method, ...init })
  const reply = await readJson(response)
  if (response.ok) return reply
  const { message = `The server answered ${response.status}.`, param, code } = reply?.error ?? {}
  if (response.status >= 500 || response.status === 429) throw new Away(message)
  if (code === 'not_found' && message.includes(path))
    throw new Failure('Only an operator may do this; this account is not one.')
  throw new Failure(param ? `${param}: ${message}` : message)
}

async function reach(origin, path, init) {
  try {
    return await fetch(origin + path, { ...init, signal: AbortSignal.timeout(30_000) })
  } catch (error) {
    throw new Away(
      `Portico cannot be reached at ${origin} (${error.cause?.code ?? error.message}): is it running?`,
    )
  }
}

async function readJson(response) {
  try {
    return await response.json()
  } catch {
    if (response.status >= 500) throw new Away(`The server answered ${response.status}.`)
    throw new Failure('This is not the address of a Portico: its answer is not JSON.')
  }
}
