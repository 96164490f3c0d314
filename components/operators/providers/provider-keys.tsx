'use client'

import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { z } from 'zod'
import { TestOutcome } from '@/components/catalog/provider-test'
import { RelativeTime } from '@/components/data/relative-time'
import { useApiForm } from '@/components/forms/api-form'
import { FormText } from '@/components/forms/text-field'
import { Alert } from '@/components/ui/alert'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { toast } from '@/components/ui/toast'
import { ConfirmDialog } from '@/components/ui/when-opened'
import { ProviderKeyText } from '@/lib/credentials/schema'
import { removeKeyMutation, setKeyMutation, testProviderMutation } from '@/lib/operators/catalog-queries'
import type { OperatorProvider } from '@/lib/operators/providers-schema'

type Test = ReturnType<typeof useTest>
/** The key that is in use where none was set here: the environment's, or none. */
const IN_USE = null

/** One test at a time; its outcome stands below the key that it was made with. */
function useTest(id: string) {
  const test = useMutation(testProviderMutation())
  return {
    run: (key: string | null) => test.mutate({ id, key }),
    isRunning: (key: string | null) => test.isPending && test.variables.key === key,
    outcome: (key: string | null): ReactNode => {
      if (test.variables === undefined || test.variables.key !== key) return null
      if (test.error) return <Alert tone="danger">{test.error.message}</Alert>
      return test.data && <TestOutcome reply={test.data} />
    },
  }
}

/** The keys with which a provider is asked, in the order in which they were set, and the way to one more. */
export function ProviderKeys({ provider }: { provider: OperatorProvider }) {
  const test = useTest(provider.id)
  const [replaced, setReplaced] = useState<string | null>(null)
  const { keys } = provider
  return (
    <section className="flex flex-col gap-3" aria-labelledby="provider-keys">
      <h3 id="provider-keys" className="font-medium">
        {keys.length > 1 ? 'Keys' : 'Key'}
      </h3>
      {keys.length > 1 && (
        <p className="text-sm text-muted">
          They take turns. One that is refused or at its limit rests while the others serve.
        </p>
      )}
      <ul className="flex flex-col divide-y divide-line rounded-md border border-line empty:hidden">
        {keys.map((key) => (
          <li key={key.id} className="flex flex-col gap-3 p-3">
            <KeyLine
              provider={provider}
              stored={key}
              test={test}
              onReplace={() => setReplaced(replaced === key.id ? null : key.id)}
            />
            {replaced === key.id && (
              <KeyForm
                provider={provider}
                replaced={key.id}
                onSet={(id) => {
                  setReplaced(null)
                  test.run(id)
                }}
              />
            )}
          </li>
        ))}
        {provider.key?.is_set && <EnvironmentLine provider={provider} test={test} />}
        {provider.key === null && keys.length === 0 && (
          <Line
            title="Called without a key"
            actions={<TestButton test={test} keyId={IN_USE} name="without a key" />}
          >
            {test.outcome(IN_USE)}
          </Line>
        )}
      </ul>
      {replaced === null && <KeyForm provider={provider} replaced={null} onSet={test.run} />}
    </section>
  )
}

type LineProps = { title: ReactNode; detail?: ReactNode; actions: ReactNode; children?: ReactNode }

function Line({ title, detail, actions, children }: LineProps) {
  return (
    <div className="flex flex-col gap-3 in-[ul]:not-in-[li]:p-3">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <div className="min-w-0 flex-1 basis-40 text-sm">
          <div className="flex flex-wrap items-center gap-2">{title}</div>
          {detail && <div className="text-xs text-faint">{detail}</div>}
        </div>
        <div className="flex flex-wrap gap-1.5">{actions}</div>
      </div>
      {children}
    </div>
  )
}

type Stored = OperatorProvider['keys'][number]
type KeyLineProps = { provider: OperatorProvider; stored: Stored; test: Test; onReplace: () => void }

function KeyLine({ provider, stored, test, onReplace }: KeyLineProps) {
  const name = `the key that ends in ${stored.last_four}`
  return (
    <Line
      title={
        <>
          <span className="font-mono">
            <span aria-hidden="true">••••</span>
            <span className="sr-only">Key that ends in </span>
            {stored.last_four}
          </span>
          {stored.refused_at && <Badge tone="danger">Refused</Badge>}
          {!stored.is_readable && <Badge tone="danger">Cannot be opened</Badge>}
        </>
      }
      detail={
        stored.is_readable ? (
          <>
            Set <RelativeTime at={stored.created_at} />
          </>
        ) : (
          'It was sealed by another ENCRYPTION_KEY. Replace it.'
        )
      }
      actions={
        <>
          {stored.is_readable && <TestButton test={test} keyId={stored.id} name={name} />}
          <Button size="sm" aria-label={`Replace ${name}`} onClick={onReplace}>
            Replace
          </Button>
          <RemoveButton provider={provider} stored={stored} />
        </>
      }
    >
      {test.outcome(stored.id)}
    </Line>
  )
}

function EnvironmentLine({ provider, test }: { provider: OperatorProvider; test: Test }) {
  const isUsed = provider.keys.length === 0
  return (
    <li className="p-3">
      <Line
        title={
          <>
            <code className="font-mono break-all">{provider.key?.variable}</code>
            <Badge>From the environment</Badge>
          </>
        }
        detail={
          isUsed
            ? 'A key that is set here goes before it.'
            : 'Not used: a key that was set here goes before it.'
        }
        actions={isUsed && <TestButton test={test} keyId={IN_USE} name="the key from the environment" />}
      >
        {isUsed && test.outcome(IN_USE)}
      </Line>
    </li>
  )
}

function TestButton({ test, keyId, name }: { test: Test; keyId: string | null; name: string }) {
  return (
    <Button
      size="sm"
      aria-label={`Test ${name}`}
      loading={test.isRunning(keyId)}
      onClick={() => test.run(keyId)}
    >
      Test
    </Button>
  )
}

function RemoveButton({ provider, stored }: { provider: OperatorProvider; stored: Stored }) {
  const remove = useMutation(removeKeyMutation())
  const [asking, setAsking] = useState(false)
  const isLast = provider.keys.length === 1
  const consequence = provider.key?.is_set
    ? 'The key from the environment serves again.'
    : provider.key === null
      ? 'It is called without a key from then on.'
      : 'Its models cannot be called there any more.'
  return (
    <>
      <Button
        size="sm"
        variant="danger-quiet"
        aria-label={`Remove the key that ends in ${stored.last_four}`}
        onClick={() => setAsking(true)}
      >
        Remove
      </Button>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={`Remove the key that ends in ${stored.last_four}?`}
        description={`It is deleted here, at once and on every node. ${isLast ? consequence : 'The others serve on.'}`}
        confirmLabel="Remove key"
        danger
        loading={remove.isPending}
        error={remove.error?.message}
        onConfirm={() =>
          remove.mutate(
            { id: provider.id, key: stored.id },
            {
              onSuccess: () => {
                setAsking(false)
                toast.success(`The key of ${provider.name} is removed`)
              },
            },
          )
        }
      />
    </>
  )
}

const KeyFields = z.object({ key: ProviderKeyText })

type KeyFormProps = { provider: OperatorProvider; replaced: string | null; onSet: (id: string) => void }

/** What is typed here is sent once and never shown again; then it is tested. */
function KeyForm({ provider, replaced, onSet }: KeyFormProps) {
  const setKey = useMutation(setKeyMutation())
  const { register, submit, reset, formState } = useApiForm({
    schema: KeyFields,
    defaultValues: { key: '' },
    otherwise: 'key',
    send: async ({ key }) => {
      const before = new Set(provider.keys.map(({ id }) => id))
      const { keys } = await setKey.mutateAsync({ id: provider.id, replaced, key })
      toast.success(`The key of ${provider.name} is ${replaced === null ? 'kept' : 'replaced'}`)
      reset()
      const made = keys.find(({ id }) => !before.has(id))
      if (made) onSet(made.id)
    },
  })
  const isFirst = provider.keys.length === 0
  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-3">
      <FormText
        label={replaced !== null ? 'New key' : isFirst ? 'API key' : 'One more key'}
        hint="Kept sealed and never shown again but for its last four characters."
        type="password"
        autoComplete="off"
        spellCheck={false}
        className="font-mono"
        registration={register('key')}
        error={formState.errors.key?.message}
      />
      <div>
        <Button
          type="submit"
          variant={isFirst || replaced !== null ? 'primary' : 'secondary'}
          loading={formState.isSubmitting}
        >
          {replaced !== null ? 'Replace key' : isFirst ? 'Connect' : 'Add key'}
        </Button>
      </div>
    </form>
  )
}
