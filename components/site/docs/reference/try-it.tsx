'use client'

import { type FormEvent, useRef, useState } from 'react'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { ScrollRegion } from '@/components/ui/scroll-region'
import { Textarea } from '@/components/ui/textarea'
import { formatDuration, formatNumber } from '@/lib/client/format/number'

type TryItProps = {
  method: string
  path: string
  parameters: readonly { name: string; isInPath: boolean; isRequired: boolean }[]
  /** The body to begin with; null: it takes none. */
  body: string | null
  /** Files are beyond this form. */
  isSendable: boolean
  needsKey: boolean
}

/** Sends the request for real, with a key that is kept in this tab alone. */
export function TryIt(props: TryItProps) {
  const [isOpen, setOpen] = useState(false)
  if (!props.isSendable) return null
  return (
    <>
      <Button size="sm" className="w-fit" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        Try it
      </Button>
      {isOpen && <TryForm {...props} />}
    </>
  )
}

const KEPT = 'portico.reference-key'

type Answer = { status: number; millis: number; requestId: string | null; text: string }

function TryForm({ method, path, parameters, body, needsKey }: TryItProps) {
  const [answer, setAnswer] = useState<Answer | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const sending = useRef<AbortController>(null)
  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const controller = new AbortController()
    sending.current = controller
    setBusy(true)
    setProblem(null)
    setAnswer(null)
    try {
      const request = requestOf({ method, path, parameters }, form)
      for await (const part of send(request, controller.signal)) setAnswer(part)
    } catch (error) {
      if (!controller.signal.aborted)
        setProblem(error instanceof Error ? error.message : 'It could not be sent.')
    }
    setBusy(false)
  }
  return (
    <form
      onSubmit={submit}
      className="flex flex-col gap-3 rounded-md border border-line bg-sunken p-4 text-sm"
    >
      {needsKey && (
        <Field
          label="API key"
          hint="Kept in this tab until it is closed. Empty: your session, if you are signed in."
        >
          {(control) => (
            <Input {...control} name="key" type="password" autoComplete="off" defaultValue={readKey()} />
          )}
        </Field>
      )}
      {parameters.map(({ name, isInPath, isRequired }) => (
        <Field key={name} label={name}>
          {(control) => (
            <Input {...control} name={`p:${name}`} required={isInPath || isRequired} autoComplete="off" />
          )}
        </Field>
      ))}
      {body !== null && (
        <Field label="Body">
          {(control) => (
            <Textarea
              {...control}
              name="body"
              rows={10}
              defaultValue={body}
              spellCheck={false}
              className="font-mono text-xs"
            />
          )}
        </Field>
      )}
      <div className="flex flex-wrap items-center gap-3">
        <Button type="submit" variant="primary" loading={isBusy}>
          Send
        </Button>
        {isBusy && <Button onClick={() => sending.current?.abort()}>Stop</Button>}
        <span className="text-xs text-faint">
          A real request: it does what it says, and is charged as usual.
        </span>
      </div>
      {problem && <Alert tone="danger">{problem}</Alert>}
      {answer && <AnswerView answer={answer} />}
    </form>
  )
}

function AnswerView({ answer: { status, millis, requestId, text } }: { answer: Answer }) {
  return (
    <section aria-label="Answer" className="flex min-w-0 flex-col gap-2">
      <p role="status" className="figures text-xs text-muted">
        <span className={status < 400 ? 'text-success-text' : 'text-danger-text'}>{status}</span>
        {` in ${formatDuration(millis)}`}
        {requestId && <span className="font-mono break-all"> · {requestId}</span>}
      </p>
      <ScrollRegion className="max-h-96 overflow-y-auto rounded-md border border-line bg-surface">
        <pre className="p-3 font-mono text-xs whitespace-pre-wrap wrap-anywhere text-ink">{text}</pre>
      </ScrollRegion>
    </section>
  )
}

type Asked = Pick<TryItProps, 'method' | 'path' | 'parameters'>

function requestOf({ method, path, parameters }: Asked, form: FormData): Request {
  const said = (name: string) => String(form.get(name) ?? '').trim()
  const key = said('key')
  writeKey(key)
  const address = parameters
    .filter(({ isInPath }) => isInPath)
    .reduce((text, { name }) => text.replace(`{${name}}`, partOf(said(`p:${name}`))), path)
  const url = new URL(address, window.location.origin)
  for (const { name, isInPath } of parameters)
    if (!isInPath && said(`p:${name}`)) url.searchParams.set(name, said(`p:${name}`))
  const body = said('body')
  return new Request(url, {
    method,
    credentials: key ? 'omit' : 'same-origin',
    headers: {
      ...(key && { authorization: `Bearer ${key}` }),
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body }),
  })
}

/** A model's id has slashes that stay. */
const partOf = (text: string) => text.split('/').map(encodeURIComponent).join('/')

const MOST_CHARACTERS = 100_000

/** What has come so far, again and again until it is whole: a stream is read as it comes. */
async function* send(request: Request, signal: AbortSignal): AsyncGenerator<Answer> {
  const start = performance.now()
  const response = await fetch(request, { signal })
  const requestId = response.headers.get('x-request-id')
  const told = (text: string): Answer => ({
    status: response.status,
    millis: performance.now() - start,
    requestId,
    text: text.length > MOST_CHARACTERS ? `${text.slice(0, MOST_CHARACTERS)}\n…` : text,
  })
  const type = response.headers.get('content-type') ?? ''
  if (!/json|^text\//.test(type)) {
    const { size } = await response.blob()
    yield told(`${type || 'No content'}, ${formatNumber(size)} bytes`)
    return
  }
  let text = ''
  const decoder = new TextDecoder()
  const reader = response.body?.getReader()
  for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
    text += decoder.decode(part.value, { stream: true })
    yield told(text)
  }
  yield told(type.includes('application/json') ? pretty(text) : text)
}

function pretty(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text // it broke off
  }
}

function readKey(): string {
  try {
    return sessionStorage.getItem(KEPT) ?? ''
  } catch {
    return ''
  }
}

function writeKey(key: string): void {
  try {
    if (key) sessionStorage.setItem(KEPT, key)
    else sessionStorage.removeItem(KEPT)
  } catch {
    // A browser that keeps nothing: it is typed again.
  }
}
