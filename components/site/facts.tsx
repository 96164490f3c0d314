import type { Fact } from './fact-list'

const code = (text: string) => (
  <code className="rounded-xs bg-hover px-1 py-0.5 font-mono text-[0.92em] text-ink">{text}</code>
)

export const apiFacts: Fact[] = [
  { name: 'Streaming', text: 'Server-sent events as OpenAI sends them, with usage when it is asked for.' },
  {
    name: 'Tools and JSON',
    text: 'Function calling, JSON mode and JSON Schema, in the fields that your client uses now.',
  },
  {
    name: 'Cost in the reply',
    text: (
      <>
        Every answer’s {code('usage')} says what it {code('cost')}, next to the tokens.
      </>
    ),
  },
  {
    name: 'Retries that are safe',
    text: (
      <>
        With an {code('Idempotency-Key')}, a repeated request gets the first one’s answer and is charged once.
      </>
    ),
  },
  {
    name: 'Errors that say which',
    text: 'One envelope with a code, the field at fault and a request id. Limits come with the time to wait.',
  },
]

export const keyFacts: Fact[] = [
  { name: 'Money', text: 'A spending limit for good, or one that begins anew every day, week or month.' },
  { name: 'Reach', text: 'Scopes, a list of allowed models, a lifetime, requests per minute.' },
  { name: 'Routing', text: 'Default models, providers to prefer, fallbacks to other providers and models.' },
  { name: 'Rotation', text: 'A new secret while the old one still works for as long as you say.' },
  { name: 'Custody', text: 'A secret is shown once. Only its hash is kept.' },
]

export const hostFacts: Fact[] = [
  { name: 'Needs', text: 'Node and npm. It installs, makes its database, builds and serves.' },
  {
    name: 'Database',
    text: <>Postgres comes along. Set {code('DATABASE_URL')} to use your own.</>,
  },
  {
    name: 'Providers',
    text: 'Any OpenAI-compatible API, by its key or by a file. Until then, built-in sandbox models answer offline.',
  },
  {
    name: 'Sign-in',
    text: 'Email and password; GitHub, Google and your own OpenID Connect provider once their variables are set.',
  },
]
