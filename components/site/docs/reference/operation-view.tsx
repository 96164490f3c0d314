import { Badge } from '@/components/ui/badge'
import { CodeBlock } from '@/components/ui/code-block'
import { type DocsRow, NameList } from '../guide-text'
import type { Field, Operation } from './read-operations'
import { TryIt } from './try-it'

/** One operation: parameters, replies, and a form to try it. */
export function OperationView({ operation, origin }: { operation: Operation; origin: string }) {
  const { id, method, path, summary, limit, body, replies } = operation
  const parameters = operation.parameters.map((field) => ({
    ...rowOf(field),
    aside: asideOf(field, field.place),
  }))
  const refusals = replies.filter(({ status }) => Number(status) >= 400)
  const successes = replies.filter(({ status }) => Number(status) < 400)
  return (
    <section aria-labelledby={id} className="flex min-w-0 flex-col gap-3 border-t border-border pt-6">
      <h2
        id={id}
        className="flex scroll-mt-[calc(var(--site-bar)+1rem)] flex-wrap items-baseline gap-x-2.5 gap-y-1 text-foreground"
      >
        <Badge>{method}</Badge>
        <code className="font-mono text-md font-medium break-all">{path}</code>
      </h2>
      <p className="max-w-2xl">
        {summary}. {accessOf(operation)}{' '}
        <span className="text-faint-foreground">{limit.replaceAll('`', '')}</span>
      </p>
      <CodeBlock language="bash" code={curlOf(operation, origin)} />
      <TryIt
        method={method}
        path={path}
        parameters={operation.parameters
          .filter(({ place }) => place !== 'header')
          .map(({ name, place, isRequired }) => ({ name, isInPath: place === 'path', isRequired }))}
        body={body?.mediaType === 'application/json' ? (body.example ?? '{}') : null}
        isSendable={!body || body.mediaType === 'application/json'}
        needsKey={operation.access === 'key'}
      />
      {parameters.length > 0 && (
        <Part title="Parameters" label={`Parameters of ${method} ${path}`} rows={parameters} />
      )}
      {body && body.fields.length > 0 && (
        <Part
          title={`Body, ${body.mediaType}`}
          label={`Body of ${method} ${path}`}
          rows={body.fields.map(rowOf)}
        />
      )}
      {successes.map(({ status, description, mediaTypes, fields }) => (
        <Part
          key={status}
          title={[`${status} ${description}`, ...mediaTypes].join(', ')}
          label={`${status} of ${method} ${path}`}
          rows={fields.map(rowOf)}
        />
      ))}
      <Part
        title="Errors"
        label={`Errors of ${method} ${path}`}
        rows={refusals.map(({ status, description }) => ({
          name: status,
          text: description.replaceAll('`', ''),
        }))}
      />
    </section>
  )
}

/** Collapsed, because a page has dozens of operations and a reader looks for one. */
function Part({ title, label, rows }: { title: string; label: string; rows: readonly DocsRow[] }) {
  if (rows.length === 0) return <p className="text-sm font-medium text-foreground">{title}</p>
  return (
    <details className="text-sm">
      <summary className="w-fit cursor-pointer rounded-xs py-1 font-medium text-foreground">{title}</summary>
      <div className="pt-2">
        <NameList label={label} rows={rows} />
      </div>
    </details>
  )
}

function rowOf(field: Field): DocsRow {
  return { name: field.name, aside: asideOf(field), text: field.text }
}

function asideOf({ type, isRequired }: Field, place?: string): string {
  return [place, type, isRequired && 'required'].filter(Boolean).join(', ')
}

function accessOf({ access, scope }: Operation): string {
  if (access === null) return 'No key needed.'
  return access === 'session'
    ? 'Requires a signed-in user; API keys are not accepted.'
    : `Requires an API key with the scope ${scope}.`
}

function curlOf({ method, path, access, body }: Operation, origin: string): string {
  const isJson = body?.mediaType === 'application/json'
  const lines = [
    `curl ${method === 'GET' ? '' : `-X ${method} `}${origin}${path}`,
    access === 'key' && '-H "Authorization: Bearer $PORTICO_API_KEY"',
    isJson && "-H 'Content-Type: application/json'",
    isJson && `-d '${(body.example ?? '{}').replaceAll("'", "'\\''")}'`,
  ]
  return lines.filter(Boolean).join(' \\\n  ')
}
