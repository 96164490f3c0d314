'use client'

import { useMutation } from '@tanstack/react-query'
import Link from 'next/link'
import { useState } from 'react'
import { z } from 'zod'
import { KeyFields } from '@/components/catalog/models/key-fields'
import {
  KeyEnding,
  KeyLine,
  type KeyTest,
  TestButton,
  TestOutcome,
} from '@/components/catalog/models/provider-key'
import { Fact } from '@/components/data/facts'
import { RelativeTime } from '@/components/data/relative-time'
import { useApiForm } from '@/components/forms/use-api-form'
import { apiTypeNames, ProviderState } from '@/components/operator/catalog-controls'
import { Badge } from '@/components/ui/badge'
import { Button, buttonVariants } from '@/components/ui/button'
import { cn } from '@/components/ui/cn'
import { ConfirmButton } from '@/components/ui/confirm-button'
import {
  DialogBody,
  DialogDescription,
  DialogFooter,
  DialogHeader,
  DialogTitle,
} from '@/components/ui/dialog'
import { Sheet, SheetContent } from '@/components/ui/sheet'
import { toast } from '@/components/ui/toast'
import { emptyKey, keyInputOf } from '@/lib/catalog/credentials/schema'
import { paths } from '@/lib/client/paths'
import {
  removeKeyMutation,
  removeProviderMutation,
  setKeyMutation,
  testProviderMutation,
} from '@/lib/operator/admin/catalog-queries'
import type { OperatorProvider } from '@/lib/operator/admin/catalog-schema'
import { CustomProviderDialog } from './custom-provider-dialog'
import { ProviderAccount } from './provider-account'

type ProviderSheetProps = { provider: OperatorProvider | undefined; onClose: () => void }

/** One provider in a drawer: its base URL, keys, and whether they work. */
export function ProviderSheet({ provider, onClose }: ProviderSheetProps) {
  return (
    <Sheet open={provider !== undefined} onOpenChange={(open) => !open && onClose()}>
      <SheetContent className="sm:w-[min(36rem,calc(100vw-2.5rem))]">
        {provider && (
          <>
            <DialogHeader className="border-b border-border">
              <DialogTitle className="break-words">{provider.name}</DialogTitle>
              <DialogDescription className="font-mono text-xs break-all text-faint-foreground">
                {provider.id}
              </DialogDescription>
            </DialogHeader>
            <DialogBody className="gap-6 pt-4">
              <ProviderFacts provider={provider} />
              {provider.adapter !== 'sandbox' && <ProviderKeys key={provider.id} provider={provider} />}
              {provider.account && <ProviderAccount id={provider.id} account={provider.account} />}
            </DialogBody>
            {provider.source === 'operator' && (
              <CustomProviderActions provider={provider} onRemoved={onClose} />
            )}
          </>
        )}
      </SheetContent>
    </Sheet>
  )
}

function ProviderFacts({ provider }: { provider: OperatorProvider }) {
  const { adapter, address, base_url, kind, headers, model_count, private_network } = provider
  return (
    <dl className="grid grid-cols-[6rem_minmax(0,1fr)] gap-y-2 text-sm [&_dt]:text-faint-foreground">
      <Fact name="Status">
        <ProviderState provider={provider} />
      </Fact>
      <Fact name="Base URL">
        <span className="font-mono text-xs break-all">{base_url ?? 'On this machine'}</span>
        {private_network && (
          <span className="block text-xs text-faint-foreground">On this machine or in your network</span>
        )}
        {address?.is_set && (
          <span className="block text-xs text-warning-text">
            set by <code className="font-mono">{address.variable}</code>
          </span>
        )}
      </Fact>
      {kind && <Fact name="API type">{apiTypeNames[kind]}</Fact>}
      <Fact name="Models">
        {model_count}
        {provider.is_configured && adapter !== 'sandbox' && (
          <Link
            href={paths.adminDiscover(provider.id)}
            className={cn(buttonVariants({ variant: 'link' }), 'ml-3')}
          >
            Discover models
          </Link>
        )}
      </Fact>
      {headers.length > 0 && (
        <Fact name="Headers">
          <span className="font-mono text-xs break-all">{headers.join(', ')}</span>
        </Fact>
      )}
    </dl>
  )
}

function CustomProviderActions({
  provider,
  onRemoved,
}: {
  provider: OperatorProvider
  onRemoved: () => void
}) {
  const remove = useMutation(removeProviderMutation())
  const [editing, setEditing] = useState(false)
  return (
    <DialogFooter>
      <ConfirmButton
        button={<Button variant="destructive-outline">Remove provider</Button>}
        title={`Remove ${provider.name}?`}
        description="Its keys are deleted and its models become unavailable at this provider immediately. Requests in progress finish; unfinished videos are lost. Past usage keeps its name."
        confirmLabel="Remove provider"
        change={remove}
        variables={provider.id}
        done={`${provider.name} removed`}
        onDone={onRemoved}
      />
      <Button variant="outline" onClick={() => setEditing(true)}>
        Edit
      </Button>
      <CustomProviderDialog open={editing} onOpenChange={setEditing} provider={provider} />
    </DialogFooter>
  )
}

/** Stands for the key that is used while none is stored: the one from the environment, or none. */
const IN_USE = null

/** A provider's keys in the order in which they were added, and a form to add another. */
function ProviderKeys({ provider }: { provider: OperatorProvider }) {
  const test = useMutation(testProviderMutation())
  const onTest = (key: string | null) => test.mutate({ id: provider.id, key })
  const [replaced, setReplaced] = useState<string | null>(null)
  const { keys } = provider
  return (
    <section className="flex flex-col gap-3" aria-labelledby="provider-keys">
      <h3 id="provider-keys" className="font-medium">
        {keys.length > 1 ? 'Keys' : 'Key'}
      </h3>
      {keys.length > 1 && (
        <p className="text-sm text-muted-foreground">
          Requests rotate through these keys. A key that is rejected or rate limited is skipped.
        </p>
      )}
      <ul className="flex flex-col divide-y divide-border rounded-md border border-border empty:hidden">
        {keys.map((key) => (
          <li key={key.id} className="flex flex-col gap-3 p-3">
            <StoredLine
              provider={provider}
              stored={key}
              test={test}
              onTest={onTest}
              onReplace={() => setReplaced(replaced === key.id ? null : key.id)}
            />
            {replaced === key.id && (
              <KeyForm
                provider={provider}
                replaced={key.id}
                onSet={(id) => {
                  setReplaced(null)
                  onTest(id)
                }}
              />
            )}
          </li>
        ))}
        <UnsetLine provider={provider} test={test} onTest={onTest} />
      </ul>
      {replaced === null && <KeyForm provider={provider} replaced={null} onSet={onTest} />}
    </section>
  )
}

type TestedProps = { provider: OperatorProvider; test: KeyTest; onTest: (key: string | null) => void }
type Stored = OperatorProvider['keys'][number]
type StoredLineProps = TestedProps & { stored: Stored; onReplace: () => void }

function StoredLine({ provider, stored, test, onTest, onReplace }: StoredLineProps) {
  const name = `the key ending in ${stored.last_four}`
  return (
    <KeyLine
      title={<KeyEnding stored={stored} />}
      detail={
        stored.is_readable ? (
          <>
            Added <RelativeTime at={stored.created_at} />
          </>
        ) : (
          'Encrypted with a different ENCRYPTION_KEY. Replace it.'
        )
      }
      actions={
        <>
          {stored.is_readable && <TestButton test={test} keyId={stored.id} name={name} onTest={onTest} />}
          <Button variant="outline" size="sm" aria-label={`Replace ${name}`} onClick={onReplace}>
            Replace
          </Button>
          <RemoveKeyButton provider={provider} stored={stored} />
        </>
      }
    >
      <TestOutcome test={test} keyId={stored.id} />
    </KeyLine>
  )
}

/** The key from the environment, or a note that the provider needs none. */
function UnsetLine({ provider: { key, keys }, test, onTest }: TestedProps) {
  const isUsed = keys.length === 0
  if (key === null ? !isUsed : !key.is_set) return null
  const name = key === null ? 'without a key' : 'the key from the environment'
  const inEnvironment = key && (
    <>
      <code className="font-mono break-all">{key.variable}</code>
      <Badge>From the environment</Badge>
    </>
  )
  return (
    <li className="p-3">
      <KeyLine
        title={inEnvironment ?? 'No key required'}
        detail={
          key &&
          (isUsed ? 'A key added here takes precedence.' : 'Not used: a key added here takes precedence.')
        }
        actions={isUsed && <TestButton test={test} keyId={IN_USE} name={name} onTest={onTest} />}
      >
        {isUsed && <TestOutcome test={test} keyId={IN_USE} />}
      </KeyLine>
    </li>
  )
}

function RemoveKeyButton({ provider, stored }: { provider: OperatorProvider; stored: Stored }) {
  const remove = useMutation(removeKeyMutation())
  const isLast = provider.keys.length === 1
  const consequence = provider.key?.is_set
    ? 'The key from the environment is used again.'
    : provider.key === null
      ? 'Requests are sent without a key.'
      : 'Its models become unavailable at this provider.'
  return (
    <ConfirmButton
      button={
        <Button
          size="sm"
          variant="destructive-outline"
          aria-label={`Remove the key ending in ${stored.last_four}`}
        >
          Remove
        </Button>
      }
      title={`Remove the key ending in ${stored.last_four}?`}
      description={`The key is deleted immediately. ${isLast ? consequence : 'The other keys stay in use.'}`}
      confirmLabel="Remove key"
      change={remove}
      variables={{ id: provider.id, key: stored.id }}
      done={`Key of ${provider.name} removed`}
    />
  )
}

type KeyFormProps = { provider: OperatorProvider; replaced: string | null; onSet: (id: string) => void }

/** Adds or replaces a key and tests it. The key is never shown again. */
function KeyForm({ provider, replaced, onSet }: KeyFormProps) {
  const setKey = useMutation(setKeyMutation())
  const keyForm = provider.key_form
  const { register, submit, reset, formState, getFieldState } = useApiForm({
    schema: z.object({ key: keyInputOf(keyForm) }),
    defaultValues: { key: emptyKey(keyForm) },
    otherwise: 'key',
    send: async ({ key }) => {
      const before = new Set(provider.keys.map(({ id }) => id))
      const { keys } = await setKey.mutateAsync({ id: provider.id, replaced, key })
      toast.success(`Key of ${provider.name} ${replaced === null ? 'added' : 'replaced'}`)
      reset()
      const added = keys.find(({ id }) => !before.has(id))
      if (added) onSet(added.id)
    },
  })
  const isFirst = provider.keys.length === 0
  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-3">
      <KeyFields
        form={keyForm}
        label={replaced !== null ? 'New key' : isFirst ? 'API key' : 'Add another key'}
        register={register}
        errorOf={(path) => getFieldState(path, formState).error?.message}
      />
      <div>
        <Button
          type="submit"
          variant={isFirst || replaced !== null ? 'default' : 'outline'}
          loading={formState.isSubmitting}
        >
          {replaced !== null ? 'Replace key' : isFirst ? 'Connect' : 'Add key'}
        </Button>
      </div>
    </form>
  )
}
