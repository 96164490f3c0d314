import type { Env } from '@/lib/platform/env'

/** A server of the operator's own that is asked for its models. */
export type LocalServer = {
  /** Of the provider that it becomes. */
  id: string
  name: string
  /** With its whole prefix. */
  baseUrl: string
}

const OLLAMA_PORT = '11434'

/** What OLLAMA_HOST and OPENAI_COMPATIBLE_BASE_URLS name. */
export function localServers(
  settings: Pick<Env, 'OLLAMA_HOST' | 'OPENAI_COMPATIBLE_BASE_URLS'>,
): LocalServer[] {
  const { OLLAMA_HOST: ollama, OPENAI_COMPATIBLE_BASE_URLS: others = '' } = settings
  const named = others.split(',').flatMap((entry) => serverOf(entry.trim()) ?? [])
  return [...(ollama === undefined ? [] : [ollamaServer(ollama)]), ...named]
}

/** The same variable tells Ollama where to listen, so that it may say `0.0.0.0`, or have neither scheme nor port. */
function ollamaServer(host: string): LocalServer {
  const hasScheme = /^https?:\/\//i.test(host)
  const url = new URL(hasScheme ? host : `http://${host}`)
  if (url.hostname === '0.0.0.0') url.hostname = '127.0.0.1'
  if (!hasScheme && url.port === '') url.port = OLLAMA_PORT
  return { id: 'ollama', name: 'Ollama', baseUrl: `${url.origin}/v1` }
}

/** `name=http://host:port/v1`, or the address alone: then the host gives the name. */
function serverOf(entry: string): LocalServer | undefined {
  if (entry === '') return undefined
  const [, name, address = ''] = /^(?:([a-z0-9][a-z0-9_-]*)\s*=\s*)?(.*)$/.exec(entry) ?? []
  const { host } = new URL(address)
  const id = name ?? `local-${host.toLowerCase().replace(/[^a-z0-9_-]+/g, '-')}`
  return { id, name: name ?? host, baseUrl: address.replace(/\/+$/, '') }
}
