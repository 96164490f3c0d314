'use client'

import { type FormEvent, useState } from 'react'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { Field } from '@/components/ui/field'
import { Input } from '@/components/ui/input'
import { ScrollRegion } from '@/components/ui/scroll-region'
import { Textarea } from '@/components/ui/textarea'
import { formatDuration, formatNumber } from '@/lib/client/format/number'
import { prettyJson } from '@/lib/client/format/text'
import { encodePath } from '@/lib/client/paths'
import { cutText } from '@/lib/platform/escape'

type TryItProps = {
  method: string
  path: string
  parameters: readonly { name: string; isInPath: boolean; isRequired: boolean }[]
  /** The initial body; null if there is none. */
  body: string | null
  /** False for bodies with files, which this form cannot send. */
  isSendable: boolean
  needsKey: boolean
}

/** Sends a real request, with a key that is sent only to this gateway. */
export function TryIt(props: TryItProps) {
  const [isOpen, setOpen] = useState(false)
  if (!props.isSendable) return null
  return (
    <>
      <Button
        variant="outline"
        size="sm"
        className="w-fit"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        Try it
      </Button>
      {isOpen && <TryForm {...props} />}
    </>
  )
}

/** Kept in memory between endpoints, and nowhere else. */
let lastKey = ''

type Answer = { status: number; millis: number; requestId: string | null; text: string }

function TryForm({ method, path, parameters, body, needsKey }: TryItProps) {
  const [answer, setAnswer] = useState<Answer | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    setBusy(true)
    setProblem(null)
    try {
      setAnswer(await send(requestOf({ method, path, parameters }, new FormData(event.currentTarget))))
    } catch (error) {
      setProblem(error instanceof Error ? error.message : 'The request could not be sent.')
    }
    setBusy(false)
  }
  return (
    <form
      onSubmit={submit}
      className="flex flex-col gap-3 rounded-md border border-border bg-muted p-4 text-sm"
    >
      {needsKey && (
        <Field label="API key" hint="Forgotten when you leave the docs. Leave empty to use your session.">
          {(control) => (
            <Input {...control} name="key" type="password" autoComplete="off" defaultValue={lastKey} />
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
        <Button type="submit" variant="default" loading={isBusy}>
          Send
        </Button>
        <span className="text-xs text-faint-foreground">Sends a real request, charged as usual.</span>
      </div>
      {problem && <Alert tone="danger">{problem}</Alert>}
      {answer && <AnswerView answer={answer} />}
    </form>
  )
}

function AnswerView({ answer: { status, millis, requestId, text } }: { answer: Answer }) {
  return (
    <section aria-label="Response" className="flex min-w-0 flex-col gap-2">
      <p role="status" className="figures text-xs text-muted-foreground">
        <span className={status < 400 ? 'text-success-text' : 'text-destructive-text'}>{status}</span>
        {` in ${formatDuration(millis)}`}
        {requestId && <span className="font-mono break-all"> · {requestId}</span>}
      </p>
      <ScrollRegion className="max-h-96 overflow-y-auto rounded-md border border-border bg-card">
        <pre className="p-3 font-mono text-xs whitespace-pre-wrap wrap-anywhere text-foreground">{text}</pre>
      </ScrollRegion>
    </section>
  )
}

type Target = Pick<TryItProps, 'method' | 'path' | 'parameters'>

function requestOf({ method, path, parameters }: Target, form: FormData): Request {
  const field = (name: string) => String(form.get(name) ?? '').trim()
  const key = field('key')
  lastKey = key
  const address = parameters
    .filter(({ isInPath }) => isInPath)
    .reduce((text, { name }) => text.replace(`{${name}}`, () => encodePath(field(`p:${name}`))), path)
  const url = new URL(address, window.location.origin)
  for (const { name, isInPath } of parameters)
    if (!isInPath && field(`p:${name}`)) url.searchParams.set(name, field(`p:${name}`))
  const body = field('body')
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

const MAX_CHARACTERS = 100_000

async function send(request: Request): Promise<Answer> {
  const start = performance.now()
  const response = await fetch(request)
  const type = response.headers.get('content-type') ?? ''
  const isText = /json|^text\//.test(type)
  const text = isText
    ? prettyJson(await response.text())
    : `${type}, ${formatNumber((await response.blob()).size)} bytes`
  return {
    status: response.status,
    millis: performance.now() - start,
    requestId: response.headers.get('x-request-id'),
    text: text.length > MAX_CHARACTERS ? `${cutText(text, MAX_CHARACTERS)}\n…` : text,
  }
}
